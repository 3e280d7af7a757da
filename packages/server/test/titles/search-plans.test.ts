import { compareNames } from '@kinora/core'
import { and, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corrected, countMatches, readPage, totalOf } from '../../src/kernel/db/pages.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import type { Database } from '../../src/ports/db.ts'
import { inScope } from '../../src/stored-titles/rows.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { type Filter, toCondition } from '../../src/titles/filter.ts'
import {
  beyond,
  order,
  type PageOf,
  type Sorting,
  searchTitles,
  tagsOfPage,
} from '../../src/titles/search.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { addManyTitles, run } from './many.ts'

const TITLES = 20_000
const everyone: Scope = { kind: 'all' }
const newest = { sort: 'createdDate', dir: 'desc', page: 1, take: 100 } as const
const byName = { sort: 'name', dir: 'asc', page: 1, take: 100 } as const

let server: TestServer
let db: Database
beforeAll(async () => {
  server = await createTestServer()
  db = server.deps.db
  await addManyTitles(db, TITLES)
})
afterAll(() => server?.close())

const conditionOf = (filter: Filter, scope: Scope = everyone) =>
  and(inScope(scope), toCondition(scope, filter))

/** What the way to a page asks of the database. */
const tagsOf = (where: SQL | undefined, search: Sorting & PageOf) =>
  tagsOfPage({
    where,
    order: order(search),
    limit: search.take,
    offset: (search.page - 1) * search.take,
  })

async function planOf(query: SQL): Promise<string> {
  const answer = await db.execute(sql`EXPLAIN ${query}`)
  const { rows } = answer as unknown as { rows: { 'QUERY PLAN': string }[] }
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

describe('TITLE-14, TITLE-15 how a page is found among many titles', () => {
  test.each<[string, Filter, RegExp]>([
    ['nothing', {}, /Index Only Scan Backward using titles_created/],
    ['a frequent status', { status: [4] }, /using titles_(status|created)/],
    ['a rare language', { classLanguageName: ['sv-SE'] }, /titles_language/],
    ['a provider', { providerId: ['ironside'] }, /Index Only Scan Backward using titles_(provider|created)/],
    [
      'skill and duration',
      { skill: ['beginner'], duration: ['0-600'] },
      /Index Only Scan Backward using titles_created/,
    ],
    ['equipment', { equipmentId: ['equipment-mat'] }, /Index Only Scan Backward using titles_created/],
    ['a rare word', { query: 'example777' }, /titles_search/],
    ['the beginning of a word, two letters', { query: 'zq' }, /titles_search/],
    ['an external id', { externalId: ['catalogue-500'] }, /titles_external/],
    ['tags', { titleTags: ['many-0000005'] }, /titles_pkey/],
  ])('%s: by an index', async (_name, filter, index) => {
    const plan = await planOf(tagsOf(conditionOf(filter), newest))
    expect(plan).toMatch(index)
    expect(plan).not.toContain('Seq Scan')
  })

  test('sorts by name from the index, and a provider’s titles from its own', async () => {
    const names = await planOf(tagsOf(conditionOf({}), byName))
    expect(names).toMatch(/Index Only Scan using titles_name/)
    const own: Scope = { kind: 'provider', providerId: 'ironside' }
    const plan = await planOf(tagsOf(conditionOf({ skill: [3] }, own), newest))
    expect(plan).toMatch(/using titles_(provider|created)/)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  })

  test('combines the indexes of several filters', async () => {
    const filter: Filter = { skill: [3], intensity: [2], classLanguageName: ['de-DE'] }
    const plan = await planOf(sql`SELECT * FROM titles WHERE ${conditionOf(filter)}`)
    expect(plan).toContain('BitmapAnd')
  })

  test('reads no row for a deep page', async () => {
    const plan = await planOf(tagsOf(conditionOf({}), { ...newest, page: 190 }))
    expect(plan).toMatch(/Index Only Scan Backward using titles_created/)
    expect(plan).not.toContain('Sort')
  })
})

describe('a search by words comes by relevance', () => {
  const rankOf = (query: string, name: string) => {
    const words = query.split(' ')
    if (name === query) return 0
    if (name.startsWith(query)) return 1
    return words.every(word => name.includes(word)) ? 2 : 3
  }
  const pagesOf = async (query: string, pages: number[]) => {
    const answers = await Promise.all(
      pages.map(page => searchTitles(everyone, db, { query, dir: 'desc', page, take: 100 })),
    )
    const rows = answers.flatMap(answer => answer.rows)
    expect(new Set(rows.map(({ tag }) => tag)).size).toBe(rows.length)
    return { rows, ranks: rows.map(row => rankOf(query, row.className.toLowerCase())) }
  }

  test('the name itself, its beginning, words in the name, then the rest, the newest first', async () => {
    const [first] = await run<{ class_name: string }>(
      db,
      'SELECT class_name FROM titles WHERE NOT is_delete LIMIT 1',
    )
    const itself = await pagesOf(first!.class_name.toLowerCase(), [1])
    expect(itself.ranks[0]).toBe(0)
    const { rows, ranks } = await pagesOf('squat press plank', [1, 2])
    expect(ranks).toEqual([...ranks].sort())
    expect(ranks.length).toBeGreaterThan(100)
    const rest = rows.slice(ranks.indexOf(3)).map(({ createdAt }) => createdAt.getTime())
    expect(rest).toEqual([...rest].sort((one, other) => other - one))
  })

  test('of a frequent word only the names that begin with it come first, found by their index', async () => {
    const { ranks } = await pagesOf('yoga', [1, 2])
    expect(new Set(ranks)).toEqual(new Set([1]))
    const plan = await planOf(
      sql`SELECT tag FROM titles WHERE NOT is_delete AND NOT is_event AND sort_name >= 'yoga' AND sort_name <= ${'yoga\u{10ffff}'} ORDER BY sort_name, tag LIMIT 1000`,
    )
    expect(plan).toMatch(/titles_name/)
  })

  test('pages go on after what is ranked, without a title twice', async () => {
    const { ranks } = await pagesOf('yoga', [4, 5, 6, 7, 8])
    expect(ranks.at(-1)).toBeGreaterThan(1)
  })

  test('another order is taken as it is asked for', async () => {
    const search = { query: 'yoga', sort: 'name', dir: 'asc', page: 1, take: 20 } as const
    const names = (await searchTitles(everyone, db, search)).rows.map(row => row.className)
    expect(names).toEqual([...names].sort(compareNames))
  })
})

describe('TITLE-29 how an export of many titles goes on', () => {
  const last = { tag: 'many-0010000', className: 'Flow 10000', createdAt: new Date('2026-10-25T00:00:00Z') }

  test.each(['createdDate', 'name'] as const)(
    'enters the index by %s where the last batch ended',
    async sort => {
      for (const dir of ['asc', 'desc'] as const) {
        const where = and(conditionOf({}), beyond({ sort, dir }, last))
        const plan = await planOf(tagsOf(where, { sort, dir, page: 1, take: 500 }))
        expect(plan).toMatch(/Index Cond: \(ROW\(/)
        expect(plan).not.toContain('Sort')
      }
    },
  )
})

describe('TITLE-15 counts', () => {
  test('are exact for short lists and near for long ones', async () => {
    const exact = async (filter: Filter) => {
      const answer = await db.execute(sql`SELECT count(*)::int AS n FROM titles WHERE ${conditionOf(filter)}`)
      return (answer as unknown as { rows: { n: number }[] }).rows[0]!.n
    }
    const short = { providerId: ['ironside'], skill: [3] }
    expect(await countMatches(db, titlesTable, conditionOf(short))).toEqual({
      total: await exact(short),
      isExact: true,
    })
    const long = await countMatches(db, titlesTable, conditionOf({}))
    expect(long.isExact).toBe(false)
    expect(Math.abs(long.total / (await exact({})) - 1)).toBeLessThan(0.2)
  })

  test('are not asked for where the page is the last', async () => {
    const counting = () => countMatches(db, titlesTable, sql`1 / 0 = 1`)
    expect(await totalOf(counting, { before: 200, read: 3, take: 100 })).toBe(203)
    expect(await totalOf(counting, { before: 200, read: 100, take: 100 })).toBe(300)
    expect(await totalOf(counting, { before: 0, read: 0, take: 100 })).toBe(0)
    await expect(totalOf(counting, { before: 0, read: 101, take: 100 })).rejects.toThrow()
  })

  test('the last page of an estimated list is the last, though it is full', async () => {
    const four = db.select({ tag: titlesTable.tag }).from(titlesTable).orderBy(titlesTable.tag).limit(4)
    const rows = () => db.select().from(four.as('four')).$dynamic()
    const estimate = async () => ({ total: 900, isExact: false })
    const page = (nth: number) => readPage(rows(), estimate, { page: nth, take: 2 })
    expect(await page(1)).toMatchObject({ totalRecords: 900, data: [{}, {}] })
    const last = await page(2)
    expect([last.data.length, last.totalRecords]).toEqual([2, 4])
  })

  test('are estimated where counting would hold up the page', async () => {
    expect(
      await countMatches(db, titlesTable, conditionOf({ query: 'zq' }), { affordable: 1 }),
    ).toMatchObject({
      isExact: false,
    })
  })

  test.each([
    ['an exact count stays', { total: 7, isExact: true }, { before: 0, read: 3 }, 7],
    [
      'a page with a row behind it has another behind it',
      { total: 90, isExact: false },
      { before: 100, read: 101 },
      201,
    ],
    [
      'such a page believes a larger estimate',
      { total: 900, isExact: false },
      { before: 100, read: 101 },
      900,
    ],
    ['a short page is the last', { total: 900, isExact: false }, { before: 200, read: 5 }, 205],
    ['so is a full one without', { total: 900, isExact: false }, { before: 100, read: 100 }, 200],
    ['nothing on the first page is nothing', { total: 900, isExact: false }, { before: 0, read: 0 }, 0],
    ['past the end is past the end', { total: 900, isExact: false }, { before: 300, read: 0 }, 300],
  ])('%s', (_name, counted, page, total) => {
    expect(corrected(counted, { ...page, take: 100 })).toBe(total)
  })
})
