import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createPgBossJobs } from '../src/adapters/jobs-pgboss.ts'
import type { JobsPort } from '../src/ports/runtime.ts'
import { silentLog } from '../src/ports/runtime.ts'
import { databases, openTestPglite, openTestPostgres, type TestDatabase } from './database.ts'

/** A promise that is settled from outside. */
function signal<T = void>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}

describe.each(databases)('VIDEO-04 background work on %s', db => {
  let database: TestDatabase
  const started: JobsPort[] = []
  const start = async ({ pollSeconds = 0.5 } = {}) => {
    const jobs = await createPgBossJobs(database, silentLog, { pollSeconds, staleSeconds: 0 })
    started.push(jobs)
    return jobs
  }
  beforeAll(async () => {
    database = db === 'postgres' ? await openTestPostgres() : await openTestPglite()
  })
  afterAll(async () => {
    for (const jobs of started) await jobs.stop()
    await database.close()
  })

  test('does a job that was queued before there was a worker', async () => {
    const jobs = await start()
    await jobs.enqueue('early', { tag: 'a' })
    const seen = signal<object>()
    await jobs.work('early', {}, async data => seen.resolve(data))
    expect(await seen.promise).toEqual({ tag: 'a' })
    await jobs.stop()
  })

  test('OPS-06, OPS-10 one that does not work gives queues their settings, and says what waits in them', async () => {
    const web = await createPgBossJobs(database, silentLog, { works: false })
    started.push(web)
    await web.work('elsewhere', { retryLimit: 7, expireSeconds: 5000 }, async () => {
      throw new Error('done by a server that does not work')
    })
    await web.enqueue('elsewhere', { tag: 'a' })
    const state = async () => (await web.state()).find(({ queue }) => queue === 'elsewhere')
    expect(await state()).toMatchObject({ waiting: 1, running: 0, runningSeconds: 0 })
    await database.db.execute(
      "UPDATE pgboss.job SET state = 'active', started_on = now() - interval '900 seconds', expire_seconds = 86400, heartbeat_on = now() + interval '1 hour' WHERE name = 'elsewhere'",
    )
    expect((await state())?.runningSeconds).toBeGreaterThan(899)
    await database.db.execute("UPDATE pgboss.job SET state = 'retry' WHERE name = 'elsewhere'")
    const tried: string[] = []
    const worker = await createPgBossJobs(database, silentLog, {
      pollSeconds: 0.5,
      onTry: ({ queue, outcome }) => tried.push(`${queue} ${outcome}`),
    })
    started.push(worker)
    await worker.work('elsewhere', { retryLimit: 7 }, async () => undefined)
    await until('it is done', async () => (await state()) === undefined)
    expect(tried).toEqual(['elsewhere done'])
    await worker.stop()
    await web.stop()
  })

  test('does one job after the other, without looking at the clock in between', async () => {
    const jobs = await start({ pollSeconds: 3600 })
    for (let job = 0; job < 5; job += 1) await jobs.enqueue('many', { job })
    const all = signal()
    let done = 0
    await jobs.work('many', {}, async () => {
      done += 1
      if (done === 5) all.resolve()
    })
    await all.promise
    await jobs.stop()
  })

  test('does not add a second job with the same key while the first waits or runs, and does afterwards', async () => {
    const jobs = await start()
    const [running, release, again] = [signal(), signal(), signal()]
    let runs = 0
    await jobs.work('keyed', { concurrency: 2 }, async () => {
      runs += 1
      if (runs === 2) again.resolve()
      running.resolve()
      await release.promise
    })
    await jobs.enqueue('keyed', {}, { key: 'one' })
    await running.promise
    await jobs.enqueue('keyed', {}, { key: 'one' })
    expect(await waiting('keyed')).toBe(1)
    release.resolve()
    await until('the queue is empty', async () => (await waiting('keyed')) === 0)
    await jobs.enqueue('keyed', {}, { key: 'one' })
    await again.promise
    await jobs.stop()
  })

  test('does not hold back jobs without a key', async () => {
    const jobs = await start()
    await jobs.enqueue('free', { n: 1 })
    await jobs.enqueue('free', { n: 2 })
    expect(await waiting('free')).toBe(2)
    await jobs.stop()
  })

  test('tries again, and tells the last try', async () => {
    const jobs = await start()
    const tries: [number, boolean][] = []
    const done = signal()
    await jobs.work('retried', { retryLimit: 1 }, async (_, { attempt, lastAttempt }) => {
      tries.push([attempt, lastAttempt])
      if (!lastAttempt) throw new Error('not yet')
      done.resolve()
    })
    await jobs.enqueue('retried', {})
    await until('the first try', () => tries.length === 1)
    await skipBackoff('retried')
    await done.promise
    expect(tries).toEqual([
      [1, false],
      [2, true],
    ])
    await jobs.stop()
  })

  test('takes up again what a stop interrupted, without counting the try', async () => {
    const first = await start()
    const running = signal()
    const stopped = signal()
    const wait = (_: object, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((_, reject) => {
        running.resolve()
        signal.addEventListener('abort', () => {
          stopped.resolve()
          reject(new Error('stopped'))
        })
      })
    await first.work('stopped', { retryLimit: 0 }, wait)
    await first.enqueue('stopped', { tag: 'b' })
    await running.promise
    await first.stop()
    await stopped.promise

    const second = await start()
    const seen = signal<[object, number, boolean]>()
    await second.work('stopped', { retryLimit: 0 }, async (data, { attempt, lastAttempt }) =>
      seen.resolve([data, attempt, lastAttempt]),
    )
    expect(await seen.promise).toEqual([{ tag: 'b' }, 1, true])
    await second.stop()
  })

  test('takes up at the next start what a dead process left running, also after its last try', async () => {
    const first = await start()
    await first.work('crashed', { retryLimit: 0 }, async () => undefined)
    await first.stop()
    await database.db.execute(sql`
      INSERT INTO pgboss.job (name, data, state, policy, singleton_key, started_on, heartbeat_on, retry_limit, retry_count)
      VALUES ('crashed', '{"tag":"c"}', 'active', 'exclusive', 'c', now() - interval '1 second', now() - interval '1 second', 0, 0)`)
    const second = await start()
    const seen = signal<[object, boolean]>()
    await second.work('crashed', { retryLimit: 0 }, async (data, { lastAttempt }) =>
      seen.resolve([data, lastAttempt]),
    )
    expect(await seen.promise).toEqual([{ tag: 'c' }, true])
    await second.stop()
  })

  async function waiting(queue: string): Promise<number> {
    const { rows } = (await database.db.execute(
      sql`SELECT count(*)::int AS total FROM pgboss.job WHERE name = ${queue} AND state IN ('created', 'retry', 'active')`,
    )) as unknown as { rows: { total: number }[] }
    return rows[0]!.total
  }

  /** The delay before another try is pg-boss's own business; here only the try matters. */
  async function skipBackoff(queue: string): Promise<void> {
    await until('a job to be tried again', async () => {
      const { rows } = (await database.db.execute(
        sql`UPDATE pgboss.job SET start_after = now() WHERE name = ${queue} AND state = 'retry' RETURNING id`,
      )) as unknown as { rows: unknown[] }
      return rows.length > 0
    })
  }
})
