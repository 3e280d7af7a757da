import type { LazyCommand } from '../kernel/lazy.ts'
import { text } from '../texts.ts'
import { historyText } from '../titles/history-texts.ts'
import { jobText } from '../titles/jobs/texts.ts'

const reading = () => import('./titles-read.ts')
const writing = () => import('./titles-write.ts')
const restoring = () => import('./titles-restore.ts')
const files = () => import('./titles-files.ts')

/** TITLE, UPLOAD and BULK: everything about titles. */
export const titleVerbs: readonly LazyCommand[] = [
  { name: 'list', summary: text('titles.list'), load: async () => (await reading()).addList },
  { name: 'show', summary: text('titles.show'), load: async () => (await reading()).addShow },
  { name: 'export', summary: text('titles.export'), load: async () => (await reading()).addExport },
  { name: 'watch', summary: text('titles.watch'), load: async () => (await reading()).addWatch },
  { name: 'create', summary: text('titles.create'), load: async () => (await writing()).addCreate },
  { name: 'edit', summary: text('titles.edit'), load: async () => (await writing()).addEdit },
  { name: 'publish', summary: text('titles.publish'), load: async () => (await writing()).addPublish },
  { name: 'unpublish', summary: text('titles.unpublish'), load: async () => (await writing()).addUnpublish },
  { name: 'cover', summary: text('titles.cover'), load: async () => (await writing()).addCover },
  {
    name: 'retry',
    summary: text('titles.retrySummary'),
    description: text('titles.retry'),
    load: async () => (await writing()).addRetry,
  },
  { name: 'cancel', summary: text('titles.cancel'), load: async () => (await writing()).addCancel },
  { name: 'delete', summary: text('titles.delete'), load: async () => (await writing()).addDelete },
  { name: 'deleted', summary: historyText('help.deleted'), load: async () => (await restoring()).addDeleted },
  { name: 'restore', summary: historyText('help.restore'), load: async () => (await restoring()).addRestore },
  { name: 'revert', summary: historyText('help.revert'), load: async () => (await restoring()).addRevert },
  {
    name: 'jobs',
    summary: jobText('help.jobs'),
    load: async () => (await import('./titles-jobs.ts')).addJobs,
  },
  {
    name: 'upload',
    summary: text('titles.uploadSummary'),
    description: text('titles.upload'),
    load: async () => (await import('./titles-upload.ts')).addUpload,
  },
  {
    name: 'verify',
    summary: text('titles.verify'),
    load: async () => (await files()).addVerify,
  },
  {
    name: 'download',
    summary: text('titles.download'),
    load: async () => (await files()).addDownload,
  },
  {
    name: 'bulk',
    summary: text('titles.bulk'),
    load: async () => (await import('./titles-bulk.ts')).addBulk,
  },
]
