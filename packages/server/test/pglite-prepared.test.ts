import { eq, inArray, sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenPGlite } from '../src/adapters/database/pglite.ts'
import { customPlan, type Database } from '../src/ports/db.ts'
import { openTestPglite } from './database.ts'

const rows = pgTable('kept', {
  key: text().primaryKey(),
  count: integer().notNull().default(0),
  size: bigint({ mode: 'bigint' }),
  tags: text().array(),
  facts: jsonb(),
  at: timestamp({ withTimezone: true }),
})

let database: OpenPGlite
let db: Database
beforeAll(async () => {
  database = await openTestPglite()
  db = database.db
})
beforeEach(async () => {
  await database.exclusive(run =>
    run(`DROP TABLE IF EXISTS kept; CREATE TABLE kept (key text PRIMARY KEY, count integer NOT NULL DEFAULT 0,
      size bigint, tags text[], facts jsonb, at timestamptz(3))`),
  )
})
afterAll(() => database.close())

/** What the database itself says that it keeps. */
async function kept(part = ''): Promise<string[]> {
  const found = await database.client.query<{ statement: string }>(
    'SELECT statement FROM pg_prepared_statements ORDER BY name',
  )
  return found.rows.map(({ statement }) => statement).filter(statement => statement.includes(part))
}

/** SQLSTATE of a refusal. */
async function stateOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (refused: Error) => refused,
  )
  return (error as { code?: string })?.code ?? (error?.cause as { code?: string })?.code
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const countOf = async (key: string) =>
  (await db.select({ count: rows.count }).from(rows).where(eq(rows.key, key)))[0]?.count

describe('a statement that is asked again', () => {
  test('gives the same as the first time, whatever its values and their types', async () => {
    const full = {
      key: `'"\\;--\n ü 🏋`,
      count: -7,
      size: 2n ** 62n + 1n,
      tags: ['a,b', '{"c"}', '', 'NULL', '\\'],
      facts: { deep: [1, null, { text: "it's" }] },
      at: new Date('2026-11-20T09:00:00.123Z'),
    }
    const empty = { key: 'empty', count: 0, size: null, tags: null, facts: null, at: null }
    const none = { ...empty, key: 'none', tags: [] }
    for (let round = 0; round < 8; round++)
      for (const row of [full, empty, none]) {
        expect(await db.insert(rows).values(row).returning()).toEqual([row])
        expect(await db.select().from(rows).where(eq(rows.key, row.key))).toEqual([row])
        expect(await db.delete(rows).where(eq(rows.key, row.key)).returning({ key: rows.key })).toEqual([
          { key: row.key },
        ])
      }
    expect(await kept('insert into "kept"')).toHaveLength(1)
  })

  test('gives rows as objects and says how many it changed, also where there are none', async () => {
    const add = (key: string) => db.execute(sql`INSERT INTO kept (key, size) VALUES (${key}, ${'5'})`)
    const find = (key: string) => db.execute(sql`SELECT key, size, at FROM kept WHERE key = ${key}`)
    for (let round = 0; round < 4; round++) {
      expect(await add(`row ${round}`)).toMatchObject({ affectedRows: 1, rows: [] })
      expect(await find(`row ${round}`)).toMatchObject({ rows: [{ key: `row ${round}`, size: 5, at: null }] })
      expect(await find('nobody')).toMatchObject({ rows: [] })
    }
  })

  test('is kept from the second time on, and one that is planned by its values never', async () => {
    const plain = () => db.execute(sql`SELECT count AS plain FROM kept WHERE key = ${'a'}`)
    const planned = (key: string) =>
      db.execute(sql`SELECT key AS planned FROM kept WHERE ${customPlan} key = ${key}`)
    await db.insert(rows).values([{ key: 'a' }, { key: 'b' }])
    await plain()
    expect(await kept('AS plain')).toEqual([])
    for (let round = 0; round < 4; round++) {
      await plain()
      for (const key of ['a', 'b']) expect(await planned(key)).toMatchObject({ rows: [{ planned: key }] })
    }
    expect([await kept('AS plain'), await kept('AS planned')]).toEqual([[expect.any(String)], []])
  })

  test('is one of 200 at most; more are answered all the same', async () => {
    for (let round = 0; round < 3; round++)
      for (let width = 1; width <= 230; width++) {
        const keys = Array.from({ length: width }, (_, at) => `${at}`)
        expect(await db.select().from(rows).where(inArray(rows.key, keys))).toEqual([])
      }
    const { length } = await kept()
    expect(length).toBeGreaterThan(150)
    expect(length).toBeLessThanOrEqual(200)
  })

  test('isn’t kept out by many that were asked once', async () => {
    for (let width = 1; width <= 300; width++) {
      const keys = Array.from({ length: width }, (_, at) => `${at}`)
      await db.select({ once: rows.key }).from(rows).where(inArray(rows.key, keys))
    }
    const later = () => db.execute(sql`SELECT 1 AS later`)
    for (let round = 0; round < 3; round++) await later()
    expect(await kept('AS later')).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test('has its code each time, and what comes after it is answered', async () => {
    await db.insert(rows).values({ key: 'a' })
    for (let round = 0; round < 4; round++) {
      expect(await stateOf(db.insert(rows).values({ key: 'a' }))).toBe('23505')
      expect(await stateOf(db.execute(sql`SELECT 1 / ${0}::int`))).toBe('22012')
      expect(await stateOf(db.execute(sql`SELECT ${'x'}::int`))).toBe('22P02')
      expect(await stateOf(db.execute(sql`SELECT nothing FROM nowhere`))).toBe('42P01')
      expect(await countOf('a')).toBe(0)
    }
  })

  test('takes a transaction back each time, and a part of one alone', async () => {
    const add = (tx: Database, key: string) => tx.insert(rows).values({ key })
    await add(db, 'there')
    for (let round = 0; round < 4; round++) {
      const whole = db.transaction(async tx => {
        await add(tx, 'new')
        await add(tx, 'there')
      })
      expect(await stateOf(whole)).toBe('23505')
      expect(await countOf('new')).toBeUndefined()
      await db.transaction(async tx => {
        await add(tx, `kept ${round}`)
        expect(await stateOf(tx.transaction(inner => add(inner, 'there')))).toBe('23505')
        await tx
          .update(rows)
          .set({ count: 5 })
          .where(eq(rows.key, `kept ${round}`))
      })
      expect(await countOf(`kept ${round}`)).toBe(5)
      const changed = db.transaction(async tx => {
        await add(tx, 'new')
        return tx.rollback()
      })
      await expect(changed).rejects.toThrow()
      expect(await countOf('new')).toBeUndefined()
    }
  })

  test('of a statement that can’t be kept yet leaves it to be kept later', async () => {
    const late = () => db.execute(sql`SELECT n AS late FROM later`)
    for (let round = 0; round < 3; round++) expect(await stateOf(late())).toBe('42P01')
    await database.client.exec('CREATE TABLE later AS SELECT 1 AS n')
    for (let round = 0; round < 3; round++) expect(await late()).toMatchObject({ rows: [{ late: 1 }] })
    expect(await kept('AS late')).toHaveLength(1)
    await database.client.exec('DROP TABLE later')
    expect(await stateOf(late())).toBe('42P01')
  })
})

describe('the order of statements', () => {
  test('is that of the calls within a transaction, whichever of them are kept', async () => {
    await db.insert(rows).values({ key: 'a', count: 1 })
    const known = (tx: Database) => tx.execute(sql`UPDATE kept SET count = count * 10 WHERE key = ${'a'}`)
    for (let round = 0; round < 3; round++) await known(db)
    await db.update(rows).set({ count: 1 })
    await db.transaction(tx =>
      Promise.all([
        tx.execute(sql`UPDATE kept SET count = count + 1 WHERE key = ${'a'} AND true`),
        known(tx),
      ]),
    )
    expect(await countOf('a')).toBe(20)
  })
})

describe('tables that change', () => {
  const all = (of: Pick<Database, 'execute'> = db) => of.execute(sql`SELECT * FROM kept`)

  test('are seen by the statements that were kept before, also by those that cross the change', async () => {
    await db.insert(rows).values({ key: 'a' })
    for (let round = 0; round < 3; round++) await all()
    const crossing = times(20, () => all())
    const change = database.exclusive(run => run('ALTER TABLE kept ADD COLUMN more integer DEFAULT 3'))
    const after = times(20, () => all())
    await Promise.all([crossing, change])
    for (const answer of await after) expect(answer).toMatchObject({ rows: [{ key: 'a', more: 3 }] })
    await expect(
      database.exclusive(async run => {
        await run('ALTER TABLE kept DROP COLUMN more')
        throw new Error('not now')
      }),
    ).rejects.toThrow('not now')
    for (let round = 0; round < 3; round++)
      expect(await all()).toMatchObject({ rows: [{ key: 'a', more: 3 }] })
    expect(await kept('SELECT * FROM kept')).toHaveLength(1)
  })

  test('are found out where nobody has said so: at once alone, with the next try in a transaction', async () => {
    await db.insert(rows).values({ key: 'a' })
    const planned = () => db.execute(sql`SELECT * FROM kept WHERE ${customPlan} key = ${'a'}`)
    for (let round = 0; round < 3; round++) await Promise.all([all(), planned()])
    await database.client.exec('ALTER TABLE kept ADD COLUMN more integer DEFAULT 4')
    expect([await all(), await planned()]).toMatchObject([{ rows: [{ more: 4 }] }, { rows: [{ more: 4 }] }])
    for (let round = 0; round < 3; round++) await all()
    await database.client.exec('ALTER TABLE kept DROP COLUMN more')
    expect(await stateOf(db.transaction(tx => all(tx)))).toBe('0A000')
    const answer = (await db.transaction(tx => all(tx))) as unknown as { rows: object[] }
    expect(Object.keys(answer.rows[0]!)).not.toContain('more')
  })

  test('what somebody else had the database forget is kept anew', async () => {
    for (let round = 0; round < 3; round++) await all()
    await database.client.exec('DEALLOCATE ALL')
    for (let round = 0; round < 3; round++) expect(await all()).toMatchObject({ rows: [] })
    expect(await kept('SELECT * FROM kept')).toHaveLength(1)
  })
})

test('a database that is closed refuses what it knows as well', async () => {
  const other = await openTestPglite()
  const ask = async () => other.db.execute(sql`SELECT 1 AS one`)
  for (let round = 0; round < 3; round++) expect(await ask()).toMatchObject({ rows: [{ one: 1 }] })
  await other.close()
  await expect(ask()).rejects.toThrow()
})

describe('code inside a transaction that asks the database beside it', () => {
  const mistake = { cause: { name: 'BesideTransactionError' } }

  test('is refused at once, since it would wait for itself; the transaction is taken back', async () => {
    const asks = (work: () => Promise<unknown>) =>
      db.transaction(async tx => {
        await tx.insert(rows).values({ key: 'inside' })
        await work()
      })
    await expect(asks(() => db.select().from(rows))).rejects.toMatchObject(mistake)
    await expect(asks(() => db.transaction(async () => undefined))).rejects.toMatchObject(mistake.cause)
    expect(await countOf('inside')).toBeUndefined()
  })

  test('is answered after its end, and beside the transaction of somebody else', async () => {
    let afterwards: Promise<number | undefined> | undefined
    let finish = () => {}
    const over = new Promise<void>(resolve => {
      finish = resolve
    })
    const ended = db.transaction(async tx => {
      await tx.insert(rows).values({ key: 'inside', count: 3 })
      afterwards = over.then(() => countOf('inside'))
    })
    const other = countOf('inside')
    await ended
    finish()
    expect(await afterwards).toBe(3)
    expect(await other).toBe(3)
  })
})
