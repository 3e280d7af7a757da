import { assertNoIssues, checkBatchFile, type memberImports, pageOf, toPage } from '@kinora/core'
import {
  fileNameOf,
  insertBatch,
  listBatches,
  readBatch,
  type StoredBatch,
  startBatch,
  stopBatch,
} from '../batch-work/index.ts'
import { toCsvFile } from '../kernel/csv-file.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { newTag, stampNew } from '../kernel/rows/stamps.ts'
import { tenantScope } from '../kernel/tenant-scope.ts'
import { inspectFile, refusedRows, template, toReport } from './files.ts'
import { eachResult, readResults } from './journal.ts'
import { toImports } from './view.ts'

const done = { status: 200 }

/** USER-01 to USER-06, USER-11, API-148 to API-151, API-153. */
export const memberImportHandlers: Handlers<typeof memberImports> = {
  async list({ tenantId, ...input }, context) {
    const scope = tenantScope(tenantId, context)
    const { rows, total } = await listBatches(scope, context.deps.db, { ...input, kind: 'members' })
    const { page: pageNo, ...page } = toPage(await toImports(scope, context.deps.db, rows), total, input)
    return { ...page, pageNo }
  },

  async fetch(input, context) {
    const [shown] = await toImports(context.scope, context.deps.db, [await readOwn(input, context)])
    return shown!
  },

  template: async () => template(),

  async upload({ tenantId, file }, context) {
    const scope = tenantScope(tenantId, context)
    const { db, blobs } = context.deps
    const fileName = fileNameOf(file)
    assertNoIssues(checkBatchFile({ name: fileName, size: file.size }))
    const found = await inspectFile(file)
    if ('issues' in found) assertNoIssues(found.issues)
    const batchId = newTag()
    const fileKey = `batches/${batchId}.csv`
    await blobs.put(fileKey, file)
    const by = authorOf(context)
    const row = {
      batchId,
      kind: 'members' as const,
      tenantId,
      fileName,
      fileKey,
      title: fileName.replace(/\.csv$/i, ''),
      notificationEmail: context.caller.email,
      totalRows: 'rows' in found ? found.rows : 0,
      ...stampNew(by.now, by.userId),
    }
    await insertBatch(scope, db, { row, by })
    return { fileId: batchId }
  },

  async process(input, context) {
    await startBatch(await readOwn(input, context), context)
    return done
  },

  async stop(input, context) {
    await stopBatch(await readOwn(input, context), context)
    return done
  },

  async results({ page, take, problems, ...input }, context) {
    const batch = await readOwn(input, context)
    if (batch.status === null) return pageOf(await refusedRows(context.deps, batch), { page, take })
    const { batchId } = batch
    const { rows, total } = await readResults(context.scope, context.deps.db, {
      batchId,
      page,
      take,
      problems,
    })
    return toPage(rows, total, { page, take })
  },

  async download(input, context) {
    const { batchId, title } = await readOwn(input, context)
    const portions = eachResult(context.scope, context.deps.db, batchId)
    return toCsvFile(toReport(portions), `${title}_report.csv`)
  },
}

function readOwn(
  { tenantId, fileId }: { tenantId: string; fileId: string },
  context: Context,
): Promise<StoredBatch> {
  return readBatch(tenantScope(tenantId, context), context.deps.db, fileId, 'members')
}
