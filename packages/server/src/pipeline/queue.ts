import { type FileRole, TitleStatus } from '@kinora/core'
import { and, eq, inArray, isNotNull, not, or } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports/db.ts'
import { type StoredTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** What a job is told; `jobId` is also on the title, and a job whose id isn't there any more is not wanted. */
export interface MediaJob {
  tag: string
  jobId: string
  normalise: boolean
}

export const queues = { video: 'titles.video', trailer: 'titles.trailer' } as const satisfies Record<
  FileRole,
  string
>

export async function enqueueJob({ jobs }: Pick<Deps, 'jobs'>, role: FileRole, job: MediaJob): Promise<void> {
  await jobs.enqueue(queues[role], job, { key: job.jobId })
}

/** VIDEO-05: loudness is evened out where the tenant that owns the title asks for it. */
export async function toWantsNormalising(
  db: Database,
  { tenantId }: Pick<StoredTitle, 'tenantId'>,
): Promise<boolean> {
  if (tenantId === null) return false
  const [tenant] = await db
    .select({ wanted: tenantsTable.audioNormalize })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, tenantId))
  return tenant?.wanted ?? false
}

/** What a title that was just queued says of itself. */
export const queuedStep = ({ media }: Pick<Deps, 'media'>): NonNullable<StoredTitle['processing']> => ({
  step: media.isAbsent ? 'blocked' : 'queued',
  fraction: 0,
})

/** At a start without ffmpeg: what waits says what for. It is enqueued by the first start that finds one. */
export async function markBlocked({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db
    .update(t)
    .set({ processing: { step: 'blocked', fraction: 0 } })
    .where(and(isNotNull(t.jobId), not(t.isDelete)))
}

const { EncodingQueued, NormalisationQueued, Encoded } = TitleStatus

/** At start: what is wanted but may never have reached the queue, because the process died in between. */
export async function enqueueForgotten({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const video = and(isNotNull(t.jobId), inArray(t.status, [EncodingQueued, NormalisationQueued, Encoded]))
  const open = await db
    .select(titleColumns)
    .from(t)
    .where(and(not(t.isDelete), or(video, isNotNull(t.trailerJobId))))
  for (const title of open) {
    const normalise = await toWantsNormalising(db, title)
    const { tag, jobId, trailerJobId } = title
    if (jobId !== null) await enqueueJob({ jobs }, 'video', { tag, jobId, normalise })
    if (trailerJobId !== null) await enqueueJob({ jobs }, 'trailer', { tag, jobId: trailerJobId, normalise })
  }
}
