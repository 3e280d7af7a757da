import { TitleStatus, VideoStatus } from '@kinora/core'
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { systemScope } from '../kernel/scope.ts'
import { enqueueJob } from '../pipeline/index.ts'
import { lockTitle } from '../stored-titles/index.ts'
import { encodeStoredQueue, findUpload } from '../uploads/index.ts'
import { startTrailer, startVideo } from './processing.ts'

type Needs = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'media'>

const MINUTE = 60_000
/** Files that one poll takes up. */
const BATCH = 50

/** Starts, each minute, what `encodeStored` finds; of several servers one does it. */
export const startEncodingOfStored = (deps: Needs): Promise<void> =>
  startRecurring(deps, {
    queue: encodeStoredQueue,
    period: MINUTE,
    work: async () => void (await encodeStored(deps)),
  })

/**
 * C-142: a file whose last byte is here is processed, also where the page was closed before it asked for that (decision 0096);
 * returns how many were started. Whoever sent it has a minute to ask, a trailer's from its first byte on, unless its provider
 * wants it encoded at once (C-141).
 */
export async function encodeStored(deps: Needs): Promise<number> {
  const { db, clock, log } = deps
  const until = new Date(clock.now().getTime() - MINUTE).toISOString()
  const isDue = (since: string) => sql`(${sql.raw(since)} < ${until}::timestamptz
    OR EXISTS (SELECT FROM providers p WHERE p.tag = t.provider_id AND p.stage1_encode))`
  // `IN (1, 9, 11)` repeats the condition of the index `titles_trailer_open`: without it the planner can’t use that.
  const found = await rowsOf<{ tag: string; role: 'video' | 'trailer' }>(
    db,
    sql`(SELECT t.tag, 'video' AS role FROM titles t
        WHERE t.status = ${TitleStatus.Uploaded} AND t.video_status = ${VideoStatus.Uploaded}
          AND t.source_key IS NOT NULL AND NOT t.is_delete AND ${isDue('t.status_since')} LIMIT ${BATCH})
      UNION ALL
      (SELECT t.tag, 'trailer' FROM titles t JOIN uploads u ON u.title_tag = t.tag AND u.role = 'trailer'
        WHERE t.trailer_status IN (1, 9, 11) AND t.trailer_status = ${TitleStatus.Uploading} AND u.state = 'complete'
          AND t.trailer_source_key IS NOT NULL AND NOT t.is_delete AND ${isDue('t.trailer_since')} LIMIT ${BATCH})`,
  )
  let started = 0
  for (const { tag, role } of found)
    await start(deps, tag, role).then(
      isStarted => {
        started += isStarted ? 1 : 0
      },
      (err: unknown) => log.warn({ err, tag }, 'a stored file could not be processed'),
    )
  return started
}

/** Whether it still waited: its sender may have asked meanwhile. */
async function start(deps: Needs, tag: string, role: 'video' | 'trailer'): Promise<boolean> {
  const job = await deps.db.transaction(async tx => {
    const title = await lockTitle(systemScope, tx, tag)
    const isVideo = role === 'video'
    const waits = isVideo
      ? title.status === TitleStatus.Uploaded && title.videoStatus === VideoStatus.Uploaded
      : title.trailerStatus === TitleStatus.Uploading &&
        title.trailerSourceKey !== null &&
        (await findUpload(systemScope, tx, { tag, role }))?.state === 'complete'
    if (!waits) return undefined
    const begin = isVideo ? startVideo : startTrailer
    return (await begin(tx, title, { scope: systemScope, deps, caller: undefined })).job
  })
  if (job !== undefined) await enqueueJob(deps, role, job)
  return job !== undefined
}
