import { eq, sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, OpenDatabase } from './db.ts'

const rows = pgTable('conformance', {
  key: text().primaryKey(),
  count: integer().notNull().default(0),
  size: bigint({ mode: 'number' }),
  tags: text().array().notNull().default([]),
  facts: jsonb().$type<Record<string, unknown>>(),
  at: timestamp({ withTimezone: true }),
})
const table = `
CREATE TABLE conformance (key text PRIMARY KEY, count integer NOT NULL DEFAULT 0 CHECK (count >= 0), size bigint,
  tags text[] NOT NULL DEFAULT '{}', facts jsonb, at timestamptz(3));
CREATE TABLE conformance_parts (key text REFERENCES conformance)`

/** SQLSTATE of a refusal, wherever it is in the chain of causes. */
async function sqlStateOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing refused',
    (error: unknown) => {
      for (let cause = error; cause instanceof Error; cause = cause.cause)
        if ('code' in cause && typeof cause.code === 'string') return cause.code
      return String(error)
    },
  )
}

const parallel = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))

/** What repositories and handlers rely on, whatever database it is; `open` begins with one that is migrated. */
export function describeDatabase(name: string, open: () => Promise<OpenDatabase>): void {
  describe(`database port on ${name}`, () => {
    let database: OpenDatabase
    let db: Database
    beforeAll(async () => {
      database = await open()
      db = database.db
      await database.exclusive(run => run(table))
    })
    beforeEach(async () => {
      await db.execute(sql`TRUNCATE conformance, conformance_parts`)
    })
    afterAll(() => database.close())

    const countOf = async (key: string) =>
      (await db.select({ count: rows.count }).from(rows).where(eq(rows.key, key)))[0]?.count

    describeValues(() => db)
    describeRefusals(() => db)
    describeTransactions(() => db, countOf)
    describeCrossing(() => db, countOf)
    describeScripts(() => database, countOf)
  })
}

function describeValues(db: () => Database): void {
  test('gives back what was stored: texts, lists, JSON, large numbers, moments', async () => {
    const row = {
      key: `'"\\;--\n ü 🏋`,
      count: 7,
      size: 2 ** 52 + 1,
      tags: ['a,b', '{"c"}', '', 'NULL'],
      facts: { deep: [1, null, { text: "it's" }] },
      at: new Date('2026-11-20T09:00:00.123Z'),
    }
    await db().insert(rows).values(row)
    expect(await db().select().from(rows)).toEqual([row])
  })

  test('keeps empty apart from missing', async () => {
    const [row] = await db().insert(rows).values({ key: '' }).returning()
    expect(row).toEqual({ key: '', count: 0, size: null, tags: [], facts: null, at: null })
  })

  test('finds parts of words by their trigrams, and plans as its settings say on every connection', async () => {
    const asked = await parallel(4, () =>
      db().execute(sql`SELECT show_trgm('kb') IS NOT NULL AS trigrams, current_setting('random_page_cost') AS cost,
        current_setting('jit') AS jit`),
    )
    for (const answer of asked) {
      const { rows: found } = answer as unknown as { rows: unknown[] }
      expect(found).toEqual([{ trigrams: true, cost: '1.1', jit: 'off' }])
    }
  })
}

function describeRefusals(db: () => Database): void {
  test('names what a statement broke, and goes on', async () => {
    await db().insert(rows).values({ key: 'a' })
    expect(await sqlStateOf(db().insert(rows).values({ key: 'a' }))).toBe('23505')
    expect(await sqlStateOf(db().execute(sql`INSERT INTO conformance_parts VALUES ('none')`))).toBe('23503')
    expect(await sqlStateOf(db().insert(rows).values({ key: 'b', count: -1 }))).toBe('23514')
    expect(await sqlStateOf(db().execute(sql`SELECT nothing FROM nowhere`))).toBe('42P01')
    expect(await db().select({ key: rows.key }).from(rows)).toEqual([{ key: 'a' }])
  })

  test('lets one of many add a row, without an error for the others', async () => {
    const added = await parallel(8, index =>
      db().insert(rows).values({ key: 'once', count: index }).onConflictDoNothing().returning(),
    )
    expect(added.flat()).toHaveLength(1)
  })
}

type CountOf = (key: string) => Promise<number | undefined>

function describeTransactions(db: () => Database, countOf: CountOf): void {
  test('commits a transaction as a whole, and gives back its answer', async () => {
    const answer = await db().transaction(async tx => {
      await tx.insert(rows).values({ key: 'a', count: 1 })
      await tx.update(rows).set({ count: 2 }).where(eq(rows.key, 'a'))
      const [own] = await tx.select({ count: rows.count }).from(rows)
      return own?.count
    })
    expect([answer, await countOf('a')]).toEqual([2, 2])
  })

  test('takes everything back when the work throws, and throws the same', async () => {
    const reason = new Error('changed my mind')
    const work = db().transaction(async tx => {
      await tx.insert(rows).values({ key: 'a' })
      throw reason
    })
    await expect(work).rejects.toBe(reason)
    expect(await countOf('a')).toBeUndefined()
  })

  test('takes everything back when a statement is refused', async () => {
    const work = db().transaction(async tx => {
      await tx.insert(rows).values({ key: 'a' })
      await tx.insert(rows).values({ key: 'a' })
    })
    expect(await sqlStateOf(work)).toBe('23505')
    expect(await countOf('a')).toBeUndefined()
  })

  test('takes back a part within a transaction, and keeps the rest', async () => {
    await db().transaction(async tx => {
      await tx.insert(rows).values({ key: 'kept' })
      const part = tx.transaction(async inner => {
        await inner.insert(rows).values({ key: 'part' })
        throw new Error('not this')
      })
      await expect(part).rejects.toThrow('not this')
      await tx.update(rows).set({ count: 5 }).where(eq(rows.key, 'kept'))
    })
    expect([await countOf('kept'), await countOf('part')]).toEqual([5, undefined])
  })

  test('runs the statements of a transaction in the order they were given', async () => {
    await db().transaction(async tx => {
      const add = tx.insert(rows).values({ key: 'a', count: 1 }).execute()
      const change = tx
        .update(rows)
        .set({ count: sql`${rows.count} * 10` })
        .execute()
      const again = tx
        .update(rows)
        .set({ count: sql`${rows.count} + 1` })
        .execute()
      await Promise.all([add, change, again])
    })
    expect(await countOf('a')).toBe(11)
  })
}

function describeCrossing(db: () => Database, countOf: CountOf): void {
  test('makes those wait who want a row that is held, and then shows them what became of it', async () => {
    await db().insert(rows).values({ key: 'a' })
    await parallel(12, () =>
      db().transaction(async tx => {
        const [held] = await tx.select().from(rows).where(eq(rows.key, 'a')).for('update')
        await tx
          .update(rows)
          .set({ count: held!.count + 1 })
          .where(eq(rows.key, 'a'))
      }),
    )
    expect(await countOf('a')).toBe(12)
  })

  test('lets one of many move a row from a state that only one may leave', async () => {
    await db().insert(rows).values({ key: 'a' })
    const moved = await parallel(12, index =>
      db()
        .update(rows)
        .set({ count: index + 1 })
        .where(sql`${rows.key} = 'a' AND ${rows.count} = 0`)
        .returning(),
    )
    expect(moved.flat()).toHaveLength(1)
    expect(await countOf('a')).toBe(moved.flat()[0]!.count)
  })

  test('shows others all of a transaction or nothing of it', async () => {
    const pair = (tx: Database, count: number) =>
      tx.execute(sql`INSERT INTO conformance (key, count) VALUES ('x', ${count}), ('y', ${count})
        ON CONFLICT (key) DO UPDATE SET count = excluded.count`)
    await pair(db(), 0)
    const writing = db().transaction(async tx => {
      for (const count of [1, 2, 3]) {
        await tx.update(rows).set({ count }).where(eq(rows.key, 'x'))
        await tx.update(rows).set({ count }).where(eq(rows.key, 'y'))
      }
    })
    const seen = await parallel(10, () => db().select({ count: rows.count }).from(rows))
    await writing
    for (const both of seen) expect([0, 3]).toContain(both[0]!.count)
    for (const both of seen) expect(both[0]!.count).toBe(both[1]!.count)
  })

  test('has room for the next when many transactions have failed', async () => {
    await Promise.allSettled(
      Array.from({ length: 30 }, () => db().transaction(tx => tx.execute(sql`SELECT 1 / 0`))),
    )
    await db().insert(rows).values({ key: 'after', count: 1 })
    expect(await countOf('after')).toBe(1)
  })
}

function describeScripts(database: () => OpenDatabase, countOf: CountOf): void {
  test('runs whole scripts in one transaction and gives the rows of the last statement', async () => {
    const last = await database().exclusive(run =>
      run(`INSERT INTO conformance (key, count) VALUES ('a', 1); UPDATE conformance SET count = 4;
        SELECT key, count FROM conformance`),
    )
    expect(last).toEqual([{ key: 'a', count: 4 }])
  })

  test('takes back every script when one of them is refused', async () => {
    const work = database().exclusive(async run => {
      await run(`INSERT INTO conformance (key) VALUES ('a')`)
      await run('SELECT 1 / 0')
    })
    expect(await sqlStateOf(work)).toBe('22012')
    expect(await countOf('a')).toBeUndefined()
  })

  test('lets those who ask for the same lock go one after another', async () => {
    const order: string[] = []
    await parallel(3, index =>
      database().exclusive(async run => {
        await run('SELECT pg_advisory_xact_lock(77)')
        order.push(`${index} in`)
        await run('SELECT 1')
        order.push(`${index} out`)
      }),
    )
    for (let at = 0; at < order.length; at += 2) expect(order[at + 1]).toBe(order[at]!.replace('in', 'out'))
  })
}
