import type { LazyCommand } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'

const reading = () => import('./titles-read.ts')
const writing = () => import('./titles-write.ts')
const restoring = () => import('./titles-history.ts')
const files = () => import('./titles-files.ts')

/** TITLE, UPLOAD and BULK: everything about titles. */
export const titleVerbs: readonly LazyCommand[] = [
  { name: 'list', summary: 'list titles, with filters', load: async () => (await reading()).addList },
  { name: 'show', summary: 'show one title in full', load: async () => (await reading()).addShow },
  { name: 'export', summary: 'export titles as CSV', load: async () => (await reading()).addExport },
  {
    name: 'watch',
    summary: 'wait until the server has finished processing titles',
    load: async () => (await reading()).addWatch,
  },
  { name: 'create', summary: 'create a title without a file', load: async () => (await writing()).addCreate },
  {
    name: 'edit',
    summary: 'change fields of a title; an empty value clears a field',
    load: async () => (await writing()).addEdit,
  },
  { name: 'publish', summary: 'publish titles', load: async () => (await writing()).addPublish },
  {
    name: 'unpublish',
    summary: 'remove titles from sites',
    load: async () => (await writing()).addUnpublish,
  },
  {
    name: 'cover',
    summary: 'take the cover of a title from its video',
    load: async () => (await writing()).addCover,
  },
  {
    name: 'retry',
    summary: 'retry stuck titles',
    description:
      'Retry stuck titles: process the stored file again, cancel an upload that has stalled, or publish again. List stuck titles with: kinora titles list --stuck',
    load: async () => (await writing()).addRetry,
  },
  {
    name: 'cancel',
    summary: 'cancel the upload or processing of titles',
    load: async () => (await writing()).addCancel,
  },
  {
    name: 'delete',
    summary: 'delete titles, with a confirmation',
    load: async () => (await writing()).addDelete,
  },
  {
    name: 'deleted',
    summary: 'list deleted titles that can still be restored',
    load: async () => (await restoring()).addDeleted,
  },
  {
    name: 'restore',
    summary: 'restore deleted titles; one that was published comes back unpublished',
    load: async () => (await restoring()).addRestore,
  },
  {
    name: 'revert',
    summary: 'put back what a title held before a change of its history',
    load: async () => (await restoring()).addRevert,
  },
  {
    name: 'jobs',
    summary: 'act on many titles at once, as a job of the server',
    load: async () => (await import('./titles-jobs.ts')).jobVerbs,
  },
  {
    name: 'upload',
    summary: 'upload a file for a title',
    description:
      'Upload a file for a title, wait for processing, and optionally publish. Run the same command again to resume.',
    load: async () => (await import('./titles-upload.ts')).addUpload,
  },
  {
    name: 'verify',
    summary:
      'check that a title’s stored file equals a local one, and that what is served of it is as it was stored (exit code 6 where a part isn’t)',
    load: async () => (await files()).addVerify,
  },
  {
    name: 'download',
    summary: text('titles.download'),
    load: async () => (await files()).addDownload,
  },
  {
    name: 'bulk',
    summary: 'import whole catalogues from a CSV file',
    load: async () => (await import('./titles-bulk.ts')).bulkVerbs,
  },
]
