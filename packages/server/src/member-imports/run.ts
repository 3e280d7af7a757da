import { Role } from '@kinora/core'
import { type MemberRow, memberColumns, readCsv, readMembers } from '@kinora/core/bulk'
import {
  BatchFailure,
  readBatchFile,
  type StopWatch,
  type StoredBatch,
  watchForStop,
} from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import { findCaller } from '../session/index.ts'
import { storePortion } from './store.ts'

/** Rows of one transaction: what a crash repeats at most, and what is held of a file. */
const PORTION = 1000

/**
 * Brings the rows of an import to their end, from the row after the last that is through: the first start, one after a crash and one
 * after a stop are the same. Nothing is held but a portion.
 */
export async function runImport(
  deps: Deps,
  batch: StoredBatch,
  signal: AbortSignal,
  portion = PORTION,
): Promise<'done' | 'stopped'> {
  const stop = watchForStop(deps, batch)
  try {
    let after = batch.lastRow
    for await (const rows of portionsOf(deps, batch, portion)) {
      signal.throwIfAborted()
      if (stop.isAsked()) return 'stopped'
      await assertAllowed(deps, batch)
      const taken = await storePortion(deps.db, { batch, after, rows, now: deps.clock.now() })
      if (!taken) return movedOn(stop)
      after = rows.at(-1)!.row
    }
    return stop.isAsked() ? 'stopped' : 'done'
  } finally {
    stop.end()
  }
}

/** The account is read anew with each portion, as other work in somebody's name does: it may have been closed or moved since. */
async function assertAllowed(deps: Deps, { createdBy, tenantId }: StoredBatch): Promise<void> {
  const caller = createdBy === null ? undefined : await findCaller(deps, createdBy)
  const isAllowed =
    caller?.role === Role.Support ||
    (caller?.role === Role.Tenant && tenantId !== null && caller.tenantIds.includes(tenantId))
  if (!isAllowed) throw new BatchFailure('memberImport.accountGone')
}

/** Another process does the same import, or somebody has stopped it: there is nothing to end here. */
function movedOn(stop: StopWatch): 'stopped' {
  if (stop.isAsked()) return 'stopped'
  throw new Error('this import has been taken on elsewhere')
}

async function* portionsOf(deps: Deps, batch: StoredBatch, size: number): AsyncGenerator<MemberRow[]> {
  const file = await readBatchFile(deps, batch)
  if (file === undefined) throw new BatchFailure('memberImport.fileLost')
  let waiting: MemberRow[] = []
  for await (const event of readMembers(readCsv(file, memberColumns))) {
    if (event.kind === 'unusable') throw new BatchFailure('validation.fileFormat')
    for (const row of event.rows) {
      if (row.row <= batch.lastRow) continue
      waiting.push(row)
      if (waiting.length < size) continue
      yield waiting
      waiting = []
    }
  }
  if (waiting.length > 0) yield waiting
}
