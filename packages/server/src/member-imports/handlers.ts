import {
  assertNoIssues,
  checkBatchFile,
  type MemberImport,
  type MemberImportRow,
  type memberImports,
  pageOf,
  toWireDate,
} from '@kinora/core'
import { memberColumns, readCsv, readMembers } from '@kinora/core/bulk'
import {
  fileNameOf,
  insertBatch,
  listBatches,
  readBatch,
  readBatchFile,
  type StoredBatch,
  startBatch,
  stopBatch,
} from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import { toCsvFile } from '../kernel/csv.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf, newTag, stampNew } from '../kernel/rows/audit.ts'
import { correctionWords, mergeBatch, readCorrections } from '../members/index.ts'
import type { Database } from '../ports/db.ts'
import { readDisplayNames } from '../session/index.ts'
import { inspectFile, reasonsOf, template, toReport } from './files.ts'
import { eachResult, readResults } from './rows.ts'

const done = { status: 200 }

/** USER-01 to USER-06, USER-11, API-148 to API-151, API-153. */
export const memberImportHandlers: Handlers<typeof memberImports> = {
  async list(input, { scope, deps }) {
    const { page: pageNo, ...found } = await listBatches(scope, deps.db, { ...input, kind: 'members' })
    return { ...found, pageNo, data: await toImports(deps.db, found.data) }
  },

  async fetch(input, context) {
    const [shown] = await toImports(context.deps.db, [await readOwn(input, context)])
    return shown!
  },

  template: async () => template(),

  async upload({ tenantId, file }, context) {
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
    await insertBatch(db, { row, by })
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
    if (batch.status === null) return pageOf(await tellingRows(context.deps, batch), { page, take })
    const { batchId } = batch
    return readResults(context.deps.db, { batchId, page, take, problems })
  },

  async download(input, context) {
    const { batchId, title } = await readOwn(input, context)
    const portions = eachResult(context.deps.db, batchId)
    return toCsvFile(toReport(portions), `${title}_report.csv`)
  },
}

const readOwn = ({ fileId }: { fileId: string }, { scope, deps }: Context): Promise<StoredBatch> =>
  readBatch(scope, deps.db, fileId, 'members')

/** Imports as they travel, with the names of those who uploaded them. */
async function toImports(db: Database, batches: readonly StoredBatch[]): Promise<MemberImport[]> {
  const names = await readDisplayNames(
    db,
    batches.flatMap(({ createdBy }) => createdBy ?? []),
  )
  return batches.map(batch => ({
    fileId: batch.batchId,
    name: batch.title,
    createdDate: toWireDate(batch.createdAt),
    status: batch.status,
    uploadedBy: names.get(batch.createdBy ?? '') ?? '',
    totalUsers: batch.totalRows,
    doneUsers: batch.doneRows,
    failedUsers: batch.badRows,
    problem: batch.problem,
    isFinishing: batch.isWorking && batch.status !== 'Processing',
  }))
}

/**
 * The rows of a file that will be refused once it is processed (USER-05), and those that would overwrite what staff has corrected
 * by hand; none where it is lost.
 */
async function tellingRows(deps: Deps, batch: StoredBatch): Promise<MemberImportRow[]> {
  const file = await readBatchFile(deps, batch)
  const found: MemberImportRow[] = []
  if (file === undefined) return found
  for await (const event of readMembers(readCsv(file, memberColumns))) {
    if (event.kind !== 'rows') continue
    const merged = mergeBatch(event.rows)
    const corrections = await readCorrections(deps.db, merged, {
      tenantId: batch.tenantId!,
      source: 'flatfile',
    })
    for (const row of event.rows) {
      const { row: at, externalUserId } = row
      const names = merged.correctedIn(row, corrections)
      if ('issues' in row) found.push({ row: at, externalUserId, state: 'refused', problem: reasonsOf(row) })
      else if (names.length > 0)
        found.push({ row: at, externalUserId, state: 'kept', problem: correctionWords(names) })
    }
  }
  return found
}
