import { type LazyCommand, verbsOf } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'

const reading = verbsOf(() => import('./titles-read.ts'))
const writing = verbsOf(() => import('./titles-write.ts'))
const restoring = verbsOf(() => import('./titles-history.ts'))
const files = verbsOf(() => import('./titles-files.ts'))
const jobs = verbsOf(() => import('./titles-jobs.ts'))
const uploading = verbsOf(() => import('./titles-upload.ts'))
const bulk = verbsOf(() => import('./titles-bulk.ts'))

/** TITLE, UPLOAD and BULK: everything about titles. */
export const titleVerbs: readonly LazyCommand[] = [
  reading('list', 'list titles, with filters', 'addList'),
  reading('show', 'show one title in full', 'addShow'),
  reading('export', 'export titles as CSV', 'addExport'),
  reading('watch', 'wait until the server has finished processing titles', 'addWatch'),
  writing('create', 'create a title without a file', 'addCreate'),
  writing('edit', 'change fields of a title; an empty value clears a field', 'addEdit'),
  writing('publish', 'publish titles', 'addPublish'),
  writing('unpublish', 'remove titles from sites', 'addUnpublish'),
  writing('cover', 'take the cover of a title from its video', 'addCover'),
  writing(
    'retry',
    'retry stuck titles',
    'addRetry',
    'Retry stuck titles: process the stored file again, cancel an upload that has stalled, or publish again. List stuck titles with: kinora titles list --stuck',
  ),
  writing('cancel', 'cancel the upload or processing of titles', 'addCancel'),
  writing('delete', 'delete titles, with a confirmation', 'addDelete'),
  restoring('deleted', 'list deleted titles that can still be restored', 'addDeleted'),
  restoring('restore', 'restore deleted titles; one that was published comes back unpublished', 'addRestore'),
  restoring('revert', 'put back what a title held before a change of its history', 'addRevert'),
  jobs('jobs', 'act on many titles at once, as a job of the server', 'addJobs'),
  uploading(
    'upload',
    'upload a file for a title',
    'addUpload',
    'Upload a file for a title, wait for processing, and optionally publish. Run the same command again to resume.',
  ),
  files(
    'verify',
    'check that a title’s stored file equals a local one, and that what is served of it is as it was stored (exit code 6 where a part isn’t)',
    'addVerify',
  ),
  files('download', text('titles.download'), 'addDownload'),
  bulk('bulk', 'import whole catalogues from a CSV file', 'addBulk'),
]
