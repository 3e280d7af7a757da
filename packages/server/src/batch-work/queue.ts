import type { Deps } from '../deps.ts'
import type { BatchKind, StoredBatch } from './tables.ts'

/** What a job is told: which start of which batch it is for. */
export interface BatchJob {
  batchId: string
  run: number
}

const rooms = { titles: 'batches', members: 'member-imports' } as const satisfies Record<BatchKind, string>
export const queuesOf = (kind: BatchKind) =>
  ({ process: `${rooms[kind]}.process`, mail: `${rooms[kind]}.mail` }) as const

const toJob = ({ batchId, run }: StoredBatch): BatchJob => ({ batchId, run })
const toKey = ({ batchId, run }: StoredBatch): string => `${batchId}.${run}`

export async function enqueueBatch({ jobs }: Pick<Deps, 'jobs'>, batch: StoredBatch): Promise<void> {
  await jobs.enqueue(queuesOf(batch.kind).process, toJob(batch), { key: toKey(batch) })
}

/** The mail that tells how a batch ended. */
export async function enqueueMail({ jobs }: Pick<Deps, 'jobs'>, batch: StoredBatch): Promise<void> {
  await jobs.enqueue(queuesOf(batch.kind).mail, toJob(batch), { key: toKey(batch) })
}
