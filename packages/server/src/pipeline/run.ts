import type { FileRole, MessageKey } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { isMediaError, type MediaPort, type StepOptions } from '../ports/media.ts'
import { isNotCancelled, type MediaJob } from './queue.ts'

export type PipelineDeps = Pick<Deps, 'db' | 'blobs' | 'media' | 'clock' | 'log' | 'jobs'> & {
  /** In the transaction in which the own video of an event is done. */
  onEventVideo?(deps: Pick<Deps, 'db' | 'clock'>, eventId: string): Promise<void>
}

export interface Attempt {
  lastAttempt: boolean
  signal: AbortSignal
}

export interface Timing {
  /** Milliseconds between polls whether the job is still wanted. */
  watch: number
  /** Milliseconds after which a try is given up (VIDEO-15). */
  deadline: number
  /** Milliseconds without any progress after which the work counts as hanging; then it is killed and retried. */
  stall: number
  /** Milliseconds between polls for a disk that is gone. */
  disk: number
}

export const defaultTiming: Timing = { watch: 500, deadline: 4 * 3_600_000, stall: 10 * 60_000, disk: 5000 }

/** What the steps of one try are given. */
export interface StepContext {
  scratch: string
  /** Ends the steps: stopped, cancelled, too late or hanging. */
  signal: AbortSignal
  /** Says that the work moves; called by all progress and between steps. */
  heartbeat(): void
}

interface Work {
  role: FileRole
  job: MediaJob
  /** Does the steps; everything it leaves in scratch helps the next try. */
  steps(context: StepContext): Promise<void>
  /** Writes the end that a person sees (E-1, E-3). */
  fail(reason: MessageKey): Promise<void>
}

class Cancelled extends Error {}
class TimedOut extends Error {}
class Stalled extends Error {}

/**
 * One try of a job. Cancelled or replaced: it ends quietly. Stopped with the server: it is thrown, to be taken up
 * again. Failed: thrown for another try while one can help, else written down as the end, with its reason.
 */
export async function runWork(
  deps: PipelineDeps,
  work: Work,
  { lastAttempt, signal: stopped }: Attempt,
  timing = defaultTiming,
): Promise<void> {
  const watch = watchJob(deps, work, timing)
  const { heartbeat } = watch
  const signal = AbortSignal.any([stopped, watch.signal])
  let scratch: Awaited<ReturnType<typeof scratchOf>> | undefined
  const begin = async (): Promise<void> => {
    scratch = await scratchOf(deps, work.role, work.job)
    await work.steps({ scratch: scratch.path, signal, heartbeat })
  }
  try {
    await withDisk(deps, { begin, signal, heartbeat, timing })
  } catch (error) {
    const reason: unknown = watch.signal.reason
    if (reason instanceof Cancelled) deps.log.info({ ...work.job }, 'processing cancelled')
    else if (stopped.aborted && reason === undefined) throw error
    else await judge(deps, work, { error: reason ?? error, lastAttempt })
  } finally {
    watch.stop()
  }
  await scratch?.discard()
}

interface Begun {
  begin(): Promise<void>
  signal: AbortSignal
  heartbeat(): void
  timing: Timing
}

/** A disk that is gone takes no try (decision 0104): the work begins once more when it is back, by what it left in scratch. */
async function withDisk(
  { blobs, log }: PipelineDeps,
  { begin, signal, heartbeat, timing }: Begun,
): Promise<void> {
  const isThere = () =>
    blobs.free().then(
      () => true,
      () => false,
    )
  for (;;)
    try {
      return await begin()
    } catch (error) {
      if (signal.aborted || (await isThere())) throw error
      log.warn({ err: error }, 'processing waits for the disk of the stored files')
      while (!signal.aborted && !(await isThere())) {
        heartbeat()
        await new Promise(resolve => setTimeout(resolve, timing.disk))
      }
    }
}

const scratchOf = ({ blobs }: Pick<PipelineDeps, 'blobs'>, role: FileRole, { jobId }: MediaJob) =>
  blobs.scratch(`${role}-${jobId}`)

/** What a job left that nobody wants any more, or whose process died right after its end. */
export async function discardWork(deps: PipelineDeps, role: FileRole, job: MediaJob): Promise<void> {
  await (await scratchOf(deps, role, job)).discard()
}

async function judge(
  { log }: PipelineDeps,
  work: Work,
  { error, lastAttempt }: { error: unknown; lastAttempt: boolean },
): Promise<void> {
  const isFinal = error instanceof TimedOut || (isMediaError(error) && !error.retryable)
  log.warn(
    { err: error, details: isMediaError(error) ? error.log : undefined, ...work.job },
    'processing failed',
  )
  if (!isFinal && !lastAttempt) throw error
  await work.fail(toReason(error))
}

/** VIDEO-14: the key of the sentence that a person reads. */
function toReason(error: unknown): MessageKey {
  if (error instanceof TimedOut) return 'processing.timeout'
  if (error instanceof Stalled) return 'processing.stalled'
  if (error instanceof Error && 'code' in error && error.code === 'storageFull') return 'error.507'
  return isMediaError(error) ? error.text : 'processing.failed'
}

/** Ends the try once nobody wants it any more, wherever that was decided, when it hangs or takes too long. */
function watchJob(deps: PipelineDeps, { role, job }: Work, { watch, deadline, stall }: Timing) {
  const ending = new AbortController()
  const looking = setInterval(() => {
    isNotCancelled(deps.db, role, job).then(
      wanted => wanted || ending.abort(new Cancelled()),
      (err: unknown) => deps.log.warn({ err }, 'could not look whether a job is wanted'),
    )
  }, watch)
  const giveUp = setTimeout(() => ending.abort(new TimedOut('the try took too long')), deadline)
  const hanging = setTimeout(() => ending.abort(new Stalled('no progress for too long')), stall)
  const stop = () => {
    clearInterval(looking)
    clearTimeout(giveUp)
    clearTimeout(hanging)
  }
  const heartbeat = () => void hanging.refresh()
  return { signal: ending.signal, heartbeat, stop }
}

/** VIDEO-05: the source with its loudness evened out, in scratch. A whole one that an earlier try left is used. */
export async function normaliseSource(
  media: MediaPort,
  { source, scratch, signal, onProgress }: StepOptions & { source: string; scratch: string },
): Promise<string> {
  const target = `${scratch}/normalised.mp4`
  if (!(await isThere(media, target, signal))) await media.normalise({ source, target, signal, onProgress })
  return target
}

/** A result that could not be looked at may be whole: that is for the next try to say. */
async function isThere(media: MediaPort, file: string, signal: AbortSignal | undefined): Promise<boolean> {
  return media.probe(file, signal).then(
    () => true,
    (error: unknown) => {
      if (isMediaError(error) && (error.reason === 'missing' || error.reason === 'unreadable')) return false
      throw error
    },
  )
}
