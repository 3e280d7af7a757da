import { type FileRole, type Processing, TitleStatus, VideoStatus, videoStatus } from '@kinora/core'
import { and, eq, inArray, isNotNull, not, or } from 'drizzle-orm'
import type * as z from 'zod'
import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { changeTitle, type StoredTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** The payload of a job; `jobId` is also on the title, and a job whose id isn't there any more is not wanted. */
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
export async function requeueLost({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
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

const idColumn = { video: t.jobId, trailer: t.trailerJobId } as const
/** Narrows a change to the job that makes it: a cancelled one changes nothing. */
export const ofJob = (role: FileRole, { jobId }: MediaJob) => eq(idColumn[role], jobId)

/** The title, while this job is wanted for it. */
export async function readUnlessCancelled(
  db: Database,
  role: FileRole,
  job: MediaJob,
): Promise<StoredTitle | undefined> {
  const wanted = and(eq(t.tag, job.tag), eq(t.isDelete, false), ofJob(role, job))
  const [title] = await db.select(titleColumns).from(t).where(wanted)
  return title
}

export async function isNotCancelled(db: Database, role: FileRole, job: MediaJob): Promise<boolean> {
  const wanted = and(eq(t.tag, job.tag), eq(t.isDelete, false), ofJob(role, job))
  return (await db.select({ tag: t.tag }).from(t).where(wanted)).length > 0
}

type Step = z.infer<typeof Processing>['step']

type Needs = Pick<Deps, 'db' | 'clock'>

/** Writes how far a step has come, at most once a second, and never one write on top of another. */
export function createProgress({ db, clock }: Needs, job: MediaJob, step: Step) {
  let last = 0
  let writing = Promise.resolve()
  return (fraction: number) => {
    const now = performance.now()
    if (now - last < 1000) return
    last = now
    const processing = { step, fraction: Math.min(1, Math.max(0, fraction)) }
    const set = { processing, statusSince: clock.now() }
    writing = writing
      .then(() => changeTitle(systemScope, db, { tag: job.tag, set, and: ofJob('video', job) }))
      .then(
        () => undefined,
        () => undefined,
      )
  }
}

export async function setStep({ db, clock }: Needs, job: MediaJob, step: Step): Promise<void> {
  await changeTitle(systemScope, db, {
    tag: job.tag,
    set: { processing: { step, fraction: 0 }, statusSince: clock.now() },
    and: ofJob('video', job),
  })
}

/** E-2: 3 -> 4, on the way from NormalisationQueued to EncodingQueued. */
export async function setNormalised(db: Database, job: MediaJob): Promise<void> {
  const normalising = and(ofJob('video', job), inArray(t.videoStatus, videoStatus.from('normalised')))
  await changeTitle(systemScope, db, {
    tag: job.tag,
    set: { videoStatus: VideoStatus.Normalized },
    and: normalising,
  })
}
