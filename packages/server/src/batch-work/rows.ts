import {
  en,
  KinoraError,
  type LogEventType,
  type Page,
  type RefusalCode,
  type WorkEvent,
  type WorkStatus,
  workStatus,
} from '@kinora/core'
import { and, asc, desc, eq, inArray, isNull, not, or, type SQL } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { owned } from '../kernel/db/queries.ts'
import { type Author, recordWrite, stamp } from '../kernel/rows/audit.ts'
import { breaks } from '../kernel/rows/constraints.ts'
import { differences, type FieldChange } from '../kernel/rows/differences.ts'
import { actorOf, recordEvents } from '../kernel/rows/event-log.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { type BatchKind, batchesTable as b, type NewBatch, type StoredBatch } from './tables.ts'

const machine = workStatus()
const nouns = { titles: 'batches', members: 'member-imports' } as const satisfies Record<BatchKind, string>

/** F-2, `own` and `sel`: the batches that a caller may see and change. */
const inScope = (scope: Scope): SQL => owned(scope, b)

/** One page, the newest first; everything where `take` is not positive. */
export async function listBatches(
  scope: Scope,
  db: Database,
  { kind, page, take }: { kind: BatchKind; page: number; take: number },
): Promise<Page<StoredBatch>> {
  const visible = and(eq(b.kind, kind), inScope(scope))
  const rows = db.select().from(b).where(visible).orderBy(desc(b.createdAt), desc(b.batchId)).$dynamic()
  return readPage(rows, exactly(db.$count(b, visible)), { page, take })
}

/** The batch, of this kind where one is named, or `notFound`: what isn't there and what isn't yours look the same. */
export async function readBatch(
  scope: Scope,
  db: Database,
  batchId: string,
  kind?: BatchKind,
): Promise<StoredBatch> {
  const [row] = await db
    .select()
    .from(b)
    .where(and(eq(b.batchId, batchId), kind && eq(b.kind, kind), inScope(scope)))
  if (row === undefined) throw batchNotFound()
  return row
}

export async function insertBatch(db: Database, { row, by }: { row: NewBatch; by: Author }): Promise<void> {
  await db.transaction(async tx => {
    const [added] = await tx.insert(b).values(row).returning()
    const { title, notificationEmail, fileName } = row
    const isOfTitles = added!.kind === 'titles'
    const told = isOfTitles ? { title, notificationEmail, fileName } : { fileName }
    const verb = isOfTitles ? 'add' : 'upload'
    await recordBatch(tx, by, { batch: added!, verb, changes: differences({}, told) })
  })
}

interface BatchMove {
  batchId: string
  event: WorkEvent
  set: Partial<Omit<NewBatch, 'batchId' | 'status'>>
  /** Nobody where the platform does it. */
  by?: Author
}

/** HOOK-01 */
const told = {
  titles: {
    process: 'batch.started',
    stop: 'batch.stopped',
    complete: 'batch.completed',
    abort: 'batch.cancelled',
  },
  members: {
    process: 'import.started',
    stop: 'import.stopped',
    complete: 'import.completed',
    abort: 'import.cancelled',
  },
} as const satisfies Record<StoredBatch['kind'], Record<WorkEvent, LogEventType>>

/**
 * E-6, guarded in SQL: moves the batch only from a state that allows it; undefined where none did. Starting one while
 * another of its owner is being worked on breaks the unique index, which is a `conflict` (BULK-04).
 */
export async function moveBatch(
  scope: Scope,
  db: Database,
  { batchId, event, set, by }: BatchMove,
): Promise<StoredBatch | undefined> {
  const from = machine.from(event)
  const known = from.filter((state): state is WorkStatus => state !== 'New')
  const allowed = or(inArray(b.status, known), from.includes('New') ? isNull(b.status) : undefined)
  const status = machine.next(from[0]!, event) as WorkStatus
  const atRest = event === 'process' ? not(b.isWorking) : undefined
  return db.transaction(async tx => {
    const [moved] = await tx
      .update(b)
      .set({ ...set, status })
      .where(and(eq(b.batchId, batchId), allowed, atRest, inScope(scope)))
      .returning()
      .catch(refuseSecond)
    if (moved === undefined) return undefined
    const { title: name, version, kind } = moved
    const at = set.endedAt ?? set.startedAt ?? moved.updatedAt
    const actor = by === undefined ? null : actorOf(by)
    await recordEvents(tx, [
      { type: told[kind][event], at, owner: moved, subject: batchId, name, version, actor },
    ])
    return moved
  })
}

function refuseSecond(error: unknown): never {
  throw breaks(error, 'unique') ? anotherIsGoingOn() : error
}

/** The same as the act of a person, with its audit entry. */
export async function moveBatchBy(
  scope: Scope,
  db: Database,
  { batch, by, ...move }: Omit<BatchMove, 'batchId'> & { batch: StoredBatch; by: Author },
): Promise<StoredBatch | undefined> {
  return db.transaction(async tx => {
    const set = { ...move.set, ...stamp(by.now, by.userId) }
    const moved = await moveBatch(scope, tx, { batchId: batch.batchId, event: move.event, set, by })
    if (moved === undefined) return undefined
    const changes = differences({ status: batch.status }, { status: moved.status })
    await recordBatch(tx, by, { batch: moved, verb: move.event, changes })
    return moved
  })
}

function recordBatch(
  tx: Database,
  by: Author,
  { batch, verb, changes }: { batch: StoredBatch; verb: string; changes: FieldChange[] },
): Promise<void> {
  const { batchId: id, version, kind } = batch
  const { title: name } = batch
  return recordWrite(tx, by, { noun: nouns[kind], id, name, verb, version, owner: batch, changes })
}

/** Changes fields that no machine guards. */
export async function changeBatch(
  scope: Scope,
  db: Database,
  { batchId, set }: { batchId: string; set: Partial<NewBatch> },
): Promise<void> {
  await db
    .update(b)
    .set(set)
    .where(and(eq(b.batchId, batchId), inScope(scope)))
}

/** Batches of a kind that an earlier process left behind: in the middle, or ended without a word to anybody. */
export async function leftBatches(scope: Scope, db: Database, kind: BatchKind): Promise<StoredBatch[]> {
  const untold = and(inArray(b.status, ['Complete', 'Cancelled']), isNull(b.notifiedAt))
  return db
    .select()
    .from(b)
    .where(and(eq(b.kind, kind), or(b.isWorking, untold), inScope(scope)))
    .orderBy(asc(b.createdAt))
}

const batchNotFound = (): KinoraError => new KinoraError('notFound', { detail: en['title.notFound'] })

/** BULK-04, C-07, C-28 */
export const anotherIsGoingOn = (): KinoraError =>
  new KinoraError('conflict', { detail: en['upload.another'] })

/** E-6: a move that the table doesn't have. */
export const wrongMove = ({ kind, status }: StoredBatch, event: 'process' | 'stop'): KinoraError =>
  refused(sentences[kind][event], { status: status ?? 'new' })

const sentences: Record<BatchKind, Record<'process' | 'stop', RefusalCode>> = {
  titles: { process: 'bulk.processWrongState', stop: 'bulk.stopWrongState' },
  members: { process: 'memberImport.processWrongState', stop: 'memberImport.stopWrongState' },
}
