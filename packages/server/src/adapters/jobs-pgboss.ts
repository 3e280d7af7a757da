import { sql } from 'drizzle-orm'
import { fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss'
import { rowsOf } from '../kernel/db/queries.ts'
import { isDiskFull } from '../ports/db.ts'
import type { JobsPort, JobTry, Log, QueueState } from '../ports/runtime.ts'
import type { OpenPGlite } from './database/pglite.ts'
import type { OpenPostgres } from './database/postgres.ts'

export interface JobsOptions {
  /** Seconds between polls for jobs that are due; ones that this process adds are taken up at once. */
  pollSeconds?: number
  /** Seconds without a sign of life after which a job of another process is taken up again. */
  staleSeconds?: number
  /** Whether jobs are done here; else queues get their settings, and others do what is added. */
  works?: boolean
  onTry?: (seen: JobTry) => void
}

/** Heartbeat interval of a running job. */
const HEARTBEAT_SECONDS = 5
/** Poll interval of a single worker in seconds; the one poll of all queues wakes it before (decision 0099). */
const POLL_INTERVAL_SECONDS = 60
/** A dead server’s job is taken up within this and the time without a sign of life: 25 s (OPS-06). */
const SWEEP_MILLISECONDS = 5000

/**
 * Jobs on pg-boss. What it lacks for us is added here: a job whose process died or was stopped is taken up again soon,
 * and never ends as failed without its handler having been told of the last try.
 */
export async function createPgBossJobs(
  database: OpenPGlite | OpenPostgres,
  log: Log,
  options: JobsOptions = {},
): Promise<JobsPort> {
  const boss = new PgBoss({
    ...(database.kind === 'pglite'
      ? { db: fromPglite(database.client), backend: 'pglite' as const }
      : { connectionString: database.url, max: 4, application_name: 'kinora-jobs' }),
    schedule: false,
    reindex: false,
  })
  const logError = createErrorLog(log)
  boss.on('error', logError)
  await boss.start()
  const stale = options.staleSeconds ?? 20
  // A PGlite folder has one process, so whatever still runs in it there was left by a dead one.
  await requeueAbandoned(database, database.kind === 'pglite' ? 0 : stale)
  const sweep = setInterval(() => {
    requeueAbandoned(database, stale).catch(error => log.error({ err: error }, 'job sweep'))
  }, SWEEP_MILLISECONDS)
  sweep.unref()
  const poll = (options.pollSeconds ?? 2) * 1000
  const { works = true, onTry = () => undefined } = options
  return createPort({ boss, database, sweep, logError, poll, works, onTry })
}

interface Parts {
  boss: PgBoss
  database: OpenPGlite | OpenPostgres
  sweep: NodeJS.Timeout
  logError: (error: unknown) => void
  /** Milliseconds between polls for jobs that are due. */
  poll: number
  works: boolean
  onTry: (seen: JobTry) => void
}

/** Milliseconds between two entries about a full disk, which every poll of a queue meets: the log may lie on the same disk. */
const FULL_AGAIN = 60_000

function createErrorLog(log: Log): (error: unknown) => void {
  let told = Number.NEGATIVE_INFINITY
  return error => {
    if (isDiskFull(error)) {
      if (performance.now() - told < FULL_AGAIN) return
      told = performance.now()
    }
    log.error({ err: error }, 'job queue')
  }
}

type Running = {
  /** The jobs in hand, with how often each was tried before. */
  ids: Map<string, number>
  stopping: AbortController
  onTry: (seen: JobTry) => void
}

function createPort({ boss, database, sweep, logError, poll, works, onTry }: Parts): JobsPort {
  const running: Running = { ids: new Map(), stopping: new AbortController(), onTry }
  const queues = new Map<string, Promise<void>>()
  const workers = new Map<string, string[]>()
  const ensure = (queue: string): Promise<void> => {
    const known = queues.get(queue) ?? createQueue(boss, queue)
    queues.set(queue, known)
    return known
  }
  const wake = (queue: string): void => {
    for (const id of workers.get(queue) ?? []) boss.notifyWorker(id)
  }
  // One poll at a time: behind a locked table they would take every connection there is.
  let looking: Promise<void> | undefined
  const look = setInterval(() => {
    looking ??= dueQueues(database, [...workers.keys()])
      .then(due => due.forEach(wake), logError)
      .finally(() => {
        looking = undefined
      })
  }, poll)
  look.unref()
  return {
    async enqueue(queue, data, { key, delaySeconds } = {}) {
      await ensure(queue)
      await boss.send(queue, data, { singletonKey: key ?? crypto.randomUUID(), startAfter: delaySeconds })
      wake(queue)
    },
    async work(queue, { concurrency = 1, retryLimit = 3, expireSeconds = 900 }, handler) {
      await ensure(queue)
      await boss.updateQueue(queue, { retryLimit, expireInSeconds: expireSeconds })
      if (!works) return
      const settings = {
        includeMetadata: true,
        pollingIntervalSeconds: POLL_INTERVAL_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
      } as const
      const known = workers.get(queue) ?? []
      workers.set(queue, known)
      for (let worker = 0; worker < concurrency; worker += 1) {
        known.push(
          // Behind a job there may be another: else a worker takes one for each of its polls.
          await boss.work<object, void, typeof settings>(queue, settings, ([job]) =>
            run(running, job, handler as Handle).finally(() => wake(queue)),
          ),
        )
      }
    },
    state: () => readState(database),
    async stop() {
      if (running.stopping.signal.aborted) return
      clearInterval(sweep)
      clearInterval(look)
      running.stopping.abort()
      await looking
      await boss.stop({ graceful: true, timeout: 3000 })
      await release(database, running.ids)
    },
  }
}

type Handle = (
  data: object,
  job: { id: string; attempt: number; lastAttempt: boolean; signal: AbortSignal },
) => Promise<void>

/** One try of one job. What the stop interrupts stays in the list of those to be released. */
async function run(
  { ids, stopping, onTry }: Running,
  job: JobWithMetadata<object> | undefined,
  handle: Handle,
): Promise<void> {
  if (job === undefined) return
  ids.set(job.id, job.retryCount)
  const began = performance.now()
  const tell = (outcome: JobTry['outcome']) =>
    onTry({ queue: job.name, outcome, seconds: (performance.now() - began) / 1000 })
  try {
    await handle(job.data, {
      id: job.id,
      attempt: job.retryCount + 1,
      lastAttempt: job.retryCount >= job.retryLimit,
      signal: AbortSignal.any([job.signal, stopping.signal]),
    })
    ids.delete(job.id)
    tell('done')
  } catch (error) {
    if (!stopping.signal.aborted) ids.delete(job.id)
    tell(stopping.signal.aborted ? 'handedBack' : 'failed')
    throw error
  }
}

async function createQueue(boss: PgBoss, queue: string): Promise<void> {
  await boss.createQueue(queue, {
    policy: 'exclusive',
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    heartbeatSeconds: 120,
    deleteAfterSeconds: 86_400,
  })
}

/** Those of the queues that have a job to be taken up now. */
async function dueQueues({ db }: OpenPGlite | OpenPostgres, queues: string[]): Promise<string[]> {
  if (queues.length === 0) return []
  const due = await rowsOf<{ name: string }>(
    db,
    sql`
    SELECT queue.name FROM unnest(${sql.param(queues)}::text[]) AS queue (name) WHERE EXISTS (
      SELECT FROM pgboss.job WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= now())`,
  )
  return due.map(({ name }) => name)
}

function readState({ db }: OpenPGlite | OpenPostgres): Promise<QueueState[]> {
  return rowsOf<QueueState & Record<string, unknown>>(
    db,
    sql`
    SELECT name AS queue, count(*) FILTER (WHERE is_due)::int AS waiting,
      count(*) FILTER (WHERE state = 'active')::int AS running,
      coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE is_due)), 0)::float AS "oldestSeconds",
      coalesce(extract(epoch FROM now() - min(started_on) FILTER (WHERE state = 'active')), 0)::float AS "runningSeconds"
    FROM (SELECT name, state, start_after, started_on, state < 'active' AND NOT blocked AND start_after <= now() AS is_due
      FROM pgboss.job WHERE state < 'completed') AS open GROUP BY name ORDER BY name`,
  )
}

/** Comes before pg-boss's own heartbeat check, which would let a last try end without its handler. */
async function requeueAbandoned({ db }: OpenPGlite | OpenPostgres, staleSeconds: number): Promise<void> {
  await db.execute(sql`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), heartbeat_on = NULL
    WHERE state = 'active' AND coalesce(heartbeat_on, started_on) <= now() - ${staleSeconds} * interval '1 second'`)
}

/** Jobs that the stop interrupted wait again, as if this attempt had not been; one that another server has taken up since is its. */
async function release({ db }: OpenPGlite | OpenPostgres, jobs: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, tries] of jobs) {
    await db.execute(sql`
      UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL, heartbeat_on = NULL,
        started_on = NULL
      WHERE id = ${id}::uuid AND retry_count = ${tries} AND state IN ('active', 'retry', 'failed')
        AND NOT EXISTS (SELECT 1 FROM pgboss.job other WHERE other.name = job.name AND other.id <> job.id
          AND other.singleton_key = job.singleton_key AND other.state IN ('created', 'retry', 'active'))`)
  }
}
