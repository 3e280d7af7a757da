import { assertNoIssues, type batches, checkBatchFile, KinoraError, pageOf } from '@kinora/core'
import {
  fileNameOf,
  insertBatch,
  listBatches,
  readBatch,
  type StoredBatch,
  startBatch,
  stopBatch,
} from '../batch-work/index.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf, behalfOf, newTag, stampNew } from '../kernel/rows/audit.ts'
import { readOwner } from '../titles/index.ts'
import { assertEnabled } from './access.ts'
import { checkCatalogueFile, downloadResults, refusedRows, template } from './files.ts'
import { readRows } from './journal.ts'
import { toBatches, toBatchRow } from './view.ts'

const done = { status: 200 }

/** BULK-03, BULK-08, API-45 to API-50. Who may is asked first, everywhere (BULK-09). */
export const batchHandlers: Handlers<typeof batches> = {
  async list(input, context) {
    await assertEnabled(context)
    const { scope, deps } = context
    const found = await listBatches(scope, deps.db, { ...input, kind: 'titles' })
    return { ...found, data: await toBatches(deps, found.data) }
  },

  async fetch({ id }, context) {
    const batch = await readOwn(id, context)
    const [shown] = await toBatches(context.deps, [batch])
    return shown!
  },

  async add({ tenantId, title, notificationEmail, file }, context) {
    await assertEnabled(context)
    const { scope, deps } = context
    const owner = await readOwner(scope, deps.db, { tenantId })
    const fileName = fileNameOf(file)
    assertNoIssues(checkBatchFile({ name: fileName, size: file.size }))
    assertNoIssues(await checkCatalogueFile(file))
    const batchId = newTag()
    const fileKey = `batches/${batchId}.csv`
    await deps.blobs.put(fileKey, file)
    const by = authorOf(context)
    const draft = { title: title.trim(), notificationEmail }
    const behalf = behalfOf(context.caller)
    const row = { batchId, ...owner, ...draft, fileName, fileKey, behalf, ...stampNew(by.now, by.userId) }
    await insertBatch(deps.db, { row, by })
    return { batchId }
  },

  async process({ id, fileToProcess }, context) {
    const batch = await readOwn(id, context)
    assertSameFile(batch, fileToProcess)
    await startBatch(batch, context)
    return done
  },

  async stop({ id }, context) {
    await stopBatch(await readOwn(id, context), context)
    return done
  },

  async template(_, context) {
    await assertEnabled(context)
    return template()
  },

  async results({ id, ...asked }, context) {
    const batch = await readOwn(id, context)
    if (batch.status === null) return pageOf(await refusedRows(batch, context), asked)
    const found = await readRows(context.deps.db, { batchId: id, ...asked })
    return { ...found, data: found.data.map(toBatchRow) }
  },

  async download({ id }, context) {
    return downloadResults(await readOwn(id, context), context)
  },
}

async function readOwn(batchId: string, context: Context): Promise<StoredBatch> {
  await assertEnabled(context)
  return readBatch(context.scope, context.deps.db, batchId, 'titles')
}

/** API-49 names the CSV; a batch has one. */
function assertSameFile({ fileName }: StoredBatch, named: string | undefined): void {
  if (named === undefined || named === '' || named === fileName) return
  throw new KinoraError('invalid', {
    issues: [{ path: 'fileToProcess', code: 'bulk.fileToProcess', params: { value: fileName } }],
  })
}
