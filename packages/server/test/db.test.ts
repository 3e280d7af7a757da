import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenPostgres, openPostgres } from '../src/adapters/database/postgres.ts'
import { createPinoLog } from '../src/adapters/log-pino.ts'
import { toFailure } from '../src/kernel/http/failure.ts'
import { describeDatabase } from '../src/ports/db.conformance.ts'
import { openTestPglite, openTestPostgres } from './database.ts'
import { postgresWanted } from './postgres.ts'

describeDatabase('PGlite', openTestPglite)
if (postgresWanted) describeDatabase('PostgreSQL', openTestPostgres)

describe.runIf(postgresWanted)('what only a server of PostgreSQL does', () => {
  let database: OpenPostgres
  beforeAll(async () => {
    database = await openTestPostgres()
  })
  afterAll(() => database?.close())

  test('transactions that wait for each other both come through', async () => {
    const { db } = database
    await database.exclusive(run =>
      run(
        "CREATE TABLE pairs (key text PRIMARY KEY, count integer); INSERT INTO pairs VALUES ('a', 0), ('b', 0)",
      ),
    )
    const met = createMeeting(2)
    let tries = 0
    const addTo = (first: string, second: string) =>
      db.transaction(async tx => {
        tries++
        await tx.execute(sql`UPDATE pairs SET count = count + 1 WHERE key = ${first}`)
        await met()
        await tx.execute(sql`UPDATE pairs SET count = count + 1 WHERE key = ${second}`)
      })
    await Promise.all([addTo('a', 'b'), addTo('b', 'a')])
    // Whoever gave way may meet the other once more: its first row is free before the other wakes.
    expect(tries).toBeGreaterThanOrEqual(3)
    const { rows } = (await db.execute(sql`SELECT count FROM pairs`)) as unknown as { rows: object[] }
    expect(rows).toEqual([{ count: 2 }, { count: 2 }])
  })

  test('a statement has a time limit, and the answer says so', async () => {
    const hasty = openPostgres({ url: database.url, connections: 1, statementTimeout: 20 })
    try {
      const error = await hasty.db.execute(sql`SELECT pg_sleep(60)`).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(toFailure(error, 'one')).toMatchObject({
        status: 503,
        headers: { 'retry-after': '30' },
        body: { message: 'This took too long. Ask for less at once, or try again later.' },
      })
      await hasty.exclusive(run => run('SELECT pg_sleep(0.1)'))
    } finally {
      await hasty.close()
    }
  })
})

test('C-14 a statement that failed is logged without its values', async () => {
  const database = await openTestPglite('seeded')
  const lines: string[] = []
  const log = createPinoLog('error', { write: line => void lines.push(line) })
  const refused = (work: Promise<unknown>) => work.catch((err: unknown) => log.error({ err }, 'call failed'))
  await refused(database.db.execute(sql`SELECT ${'hush-1\nhush-2'}::integer`))
  await refused(
    database.db.execute(sql`INSERT INTO users (user_id, email, display_name, role, password_hash)
      SELECT user_id, ${'hush-3'}, '', 0, ${'hush-4'} FROM users LIMIT 1`),
  )
  await database.close()
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain('hush')
  expect(JSON.parse(lines[1]!).err).toMatchObject({
    message: expect.stringContaining('INSERT INTO users'),
    cause: { code: '23505' },
  })
})

/** Resolves for everybody once as many have come. */
function createMeeting(size: number): () => Promise<void> {
  let come = 0
  let open = (): void => undefined
  const met = new Promise<void>(resolve => {
    open = resolve
  })
  return () => {
    if (++come === size) open()
    return met
  }
}
