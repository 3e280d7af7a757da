import { type MediaJob, markBlocked, queues, requeueLost } from './queue.ts'
import { defaultTiming, type PipelineDeps, type Timing } from './run.ts'
import { processTrailer } from './trailer.ts'
import { processVideo } from './video.ts'

/** Three tries, a little more time than a try gives itself. */
const options = { retryLimit: 2, expireSeconds: 4 * 3600 + 300 }

/** Starts the media pipeline, beginning with what an earlier process left; `encoders` videos at once, and one trailer. */
export async function startMediaJobs(
  deps: PipelineDeps & { encoders?: number },
  timing: Timing = defaultTiming,
): Promise<void> {
  if (deps.media.isAbsent) return markBlocked(deps)
  await deps.jobs.work<MediaJob>(
    queues.video,
    { ...options, concurrency: deps.encoders ?? 2 },
    (job, attempt) => processVideo(deps, job, attempt, timing),
  )
  await deps.jobs.work<MediaJob>(queues.trailer, { ...options, concurrency: 1 }, (job, attempt) =>
    processTrailer(deps, job, attempt, timing),
  )
  await requeueLost(deps)
}
