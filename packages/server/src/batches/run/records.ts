import { applyEntry, type Entry, type RowRecord, type RunRecord } from '@kinora/core/bulk'
import type { StoredBatch } from '../../batch-work/index.ts'
import type { Deps } from '../../deps.ts'
import { systemScope } from '../../kernel/scope.ts'
import { eachRow, saveRow } from '../journal.ts'
import type { StoredRow } from '../tables.ts'

/** The journal of a batch as the engine keeps it. */
export async function loadRun({ db }: Pick<Deps, 'db'>, batch: StoredBatch): Promise<RunRecord> {
  const rows = new Map<string, RowRecord>()
  for await (const portion of eachRow(systemScope, db, batch.batchId))
    for (const row of portion) rows.set(row.id, toRecord(row))
  return {
    path: batch.fileName,
    url: '',
    content: batch.fileKey,
    publish: false,
    startedAt: (batch.startedAt ?? batch.createdAt).getTime(),
    endedAt: undefined,
    refusals: new Map(),
    rows,
    total: batch.totalRows,
  }
}

/** Notes what the engine did: in the database before it goes on, so that nothing is done twice after a crash. */
export function createAppend({ db }: Pick<Deps, 'db'>, { batchId }: StoredBatch, run: RunRecord) {
  return async (entry: Exclude<Entry, { kind: 'run' }>): Promise<void> => {
    applyEntry(run, entry)
    if (entry.kind !== 'end' && entry.kind !== 'nameless')
      await saveRow(systemScope, db, toStored(batchId, run.rows.get(entry.id)!))
  }
}

/** A batch is never taken back as a whole, and nothing in it is left alone for a change elsewhere. */
export const toStored = (batchId: string, { state, ...record }: RowRecord): StoredRow => ({
  batchId,
  ...record,
  state: state === 'undone' || state === 'changed' ? 'waiting' : state,
})

function toRecord({ batchId: _, stored, next, ...row }: StoredRow): RowRecord {
  return { ...row, stored: stored as RowRecord['stored'], next: next as RowRecord['next'] }
}
