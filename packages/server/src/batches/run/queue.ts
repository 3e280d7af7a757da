import type { Deps } from '../../deps.ts'
import type { StoredBatch } from '../tables.ts'

/** What a job is told: which start of which batch it is for. */
export interface BatchJob {
  batchId: string
  run: number
}

export const queues = { process: 'batches.process', mail: 'batches.mail' } as const

const toJob = ({ batchId, run }: StoredBatch): BatchJob => ({ batchId, run })
const toKey = ({ batchId, run }: StoredBatch): string => `${batchId}.${run}`

export async function enqueueBatch({ jobs }: Pick<Deps, 'jobs'>, batch: StoredBatch): Promise<void> {
  await jobs.enqueue(queues.process, toJob(batch), { key: toKey(batch) })
}

/** The mail that tells how a batch ended. */
export async function enqueueMail({ jobs }: Pick<Deps, 'jobs'>, batch: StoredBatch): Promise<void> {
  await jobs.enqueue(queues.mail, toJob(batch), { key: toKey(batch) })
}
