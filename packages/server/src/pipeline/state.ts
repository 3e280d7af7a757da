import { type FileRole, type Processing, VideoStatus, videoStatus } from '@kinora/core'
import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod'
import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { changeTitle, type StoredTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import type { MediaJob } from './queue.ts'

const idColumn = { video: t.jobId, trailer: t.trailerJobId } as const
/** Narrows a change to the job that makes it: a cancelled one changes nothing. */
export const ofJob = (role: FileRole, { jobId }: MediaJob) => eq(idColumn[role], jobId)

/** The title, while this job is wanted for it. */
export async function readWanted(
  db: Database,
  role: FileRole,
  job: MediaJob,
): Promise<StoredTitle | undefined> {
  const wanted = and(eq(t.tag, job.tag), eq(t.isDelete, false), ofJob(role, job))
  const [title] = await db.select(titleColumns).from(t).where(wanted)
  return title
}

export async function isWanted(db: Database, role: FileRole, job: MediaJob): Promise<boolean> {
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
