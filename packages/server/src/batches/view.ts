import { type Batch, type BatchRow, type BatchRows, en, FileStoreStatus, toWireDate } from '@kinora/core'
import { type BulkTextKey, bulkText } from '@kinora/core/bulk'
import { inArray, sql } from 'drizzle-orm'
import type { StoredBatch } from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports/db.ts'
import { batchRowsTable, type StoredRow } from './tables.ts'

/** Batches as they travel: with what their file store holds now and how far their rows are. */
export async function toBatches(
  { db, fileStore }: Pick<Deps, 'db' | 'fileStore'>,
  batches: readonly StoredBatch[],
): Promise<Batch[]> {
  const counts = await countRows(db, batches)
  const looks = new Map<string, ReturnType<Deps['fileStore']['look']>>()
  const look = (batch: StoredBatch) => {
    const folder = fileStore.folderOf(batch)
    const known = looks.get(folder) ?? fileStore.look(batch)
    looks.set(folder, known)
    return known
  }
  return Promise.all(
    batches.map(async batch => {
      const found = await look(batch)
      return toBatch(batch, {
        fileStoreStatus: found === undefined ? FileStoreStatus.Error : FileStoreStatus.Ready,
        fileStoreFolder: fileStore.folderOf(batch),
        filesFound: found?.files ?? 0,
        rows: counts.get(batch.batchId)!,
      })
    }),
  )
}

type Computed = Pick<Batch, 'fileStoreStatus' | 'fileStoreFolder' | 'filesFound'> & { rows: BatchRows }

function toBatch(batch: StoredBatch, computed: Computed): Batch {
  const { batchId, tenantId, providerId, title, notificationEmail, status, problem, isWorking, version } =
    batch
  return {
    batchId,
    tenantId,
    providerId,
    title,
    notificationEmail,
    status,
    problem,
    version,
    ...computed,
    createdDate: toWireDate(batch.createdAt),
    fileToProcess: batch.fileName,
    isFinishing: isWorking && status !== 'Processing',
  }
}

export function toBatchRow(stored: StoredRow): BatchRow {
  const { id, row, title, tag, state, problem } = stored
  const externalId = id.startsWith('#') ? '' : id
  return {
    row,
    externalId,
    title,
    tag,
    state,
    digest: digestOf(stored),
    problem,
    next: toAdvice(stored.next),
  }
}

const digestOf = ({ stored }: StoredRow): string => {
  const { file } = stored as { file?: { digest?: string } }
  return file?.digest ?? ''
}

/** What to do about a row that lies in a batch rather than in a catalogue of one's own. */
const advice: Partial<Record<BulkTextKey, string>> = {
  'next.correct': en['bulk.nextAgain'],
  'next.retry': en['bulk.nextAgain'],
  'next.publish': en['bulk.nextPublish'],
  'next.file': en['bulk.nextFile'],
}

const toAdvice = (key: string): string =>
  key === '' ? '' : (advice[key as BulkTextKey] ?? bulkText(key as BulkTextKey))

/** How far each of these batches is; those who ask have read them in their scope. */
export async function countRows(
  db: Database,
  batches: readonly StoredBatch[],
): Promise<Map<string, BatchRows>> {
  const totals = new Map(
    batches.map((batch): [string, BatchRows] => [batch.batchId, { total: batch.totalRows, done: 0, bad: 0 }]),
  )
  if (batches.length === 0) return totals
  const { batchId, state } = batchRowsTable
  const good = sql`${state} IN ('published', 'completed', 'saved')`
  const bad = sql`${state} IN ('failed', 'refused')`
  const counted = await db
    .select({
      batchId,
      done: sql<number>`(count(*) FILTER (WHERE ${good}))::int`,
      bad: sql<number>`(count(*) FILTER (WHERE ${bad}))::int`,
    })
    .from(batchRowsTable)
    .where(inArray(batchId, [...totals.keys()]))
    .groupBy(batchId)
  for (const { batchId: id, done, bad: failed } of counted)
    Object.assign(totals.get(id)!, { done, bad: failed })
  return totals
}
