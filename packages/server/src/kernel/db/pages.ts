import { type Page, type PageInput, toPage } from '@kinora/core'
import { count, type SQL, type Subquery, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../ports/db.ts'
import { rowsOf } from './queries.ts'

/** A query whose rows can be asked for page by page. */
interface Pageable<Row> extends PromiseLike<Row[]> {
  limit(rows: number): { offset(rows: number): PromiseLike<Row[]> }
}

/** One page of a query, and how many rows it has in all; everything where `take` is not positive. */
export async function readPage<Row>(
  rows: Pageable<Row>,
  count: Counting,
  { page, take }: Pick<PageInput, 'page' | 'take'>,
): Promise<Page<Row>> {
  if (take < 1) {
    const data = await rows
    return toPage(data, data.length, { page, take })
  }
  const before = (page - 1) * take
  const read = await rows.limit(take + 1).offset(before)
  const total = await totalOf(count, { before, read: read.length, take })
  return toPage(read.slice(0, take), total, { page, take })
}

/** Longer lists are estimated (decision 0006). */
const EXACT_UP_TO = 10_000
/** Where the planner expects more than this, counting would only find that there are too many. */
const SURELY_MORE = 1.5 * EXACT_UP_TO
/** What exact counting may cost in the planner's units, so that it takes no longer than the page: 10,000 entries of an index are 600. */
const AFFORDABLE = 1000

interface Count {
  total: number
  isExact: boolean
}
/** Where a page stands in its list: what comes before it, what it could hold, and the rows that were read, of one more than that. */
interface Shown {
  before: number
  read: number
  take: number
}
/** How many there are, once it is asked for. */
type Counting = () => Promise<Count>

/** TITLE-15: the total of a list of which a page is known. A page with no row behind it is the last: nothing is counted. */
export async function totalOf(count: Counting, page: Shown): Promise<number> {
  if (page.read <= page.take && (page.read > 0 || page.before === 0)) return page.before + page.read
  return corrected(await count(), page)
}

/** What is counted: a table, or a query with joins as `subquery.as('found')` or in brackets with a name. */
type Source = PgTable | Subquery | SQL

/** How many rows match, as titles are counted, where a list grows with the platform; nothing is asked before the page turns out to be full. */
export const counting =
  (db: Database, from: Source, where?: SQL): Counting =>
  () =>
    countMatches(db, from, where)

/** A list that doesn't grow with the platform, or whose number people rely on: counted to the last row. */
export const exactly =
  (count: PromiseLike<number>): Counting =>
  async () => ({ total: await count, isExact: true })

/** How many rows match. Short lists are counted; of long ones, or where that is dear, the planner knows enough. */
export async function countMatches(
  db: Database,
  from: Source,
  where: SQL | undefined,
  { affordable = AFFORDABLE } = {},
): Promise<Count> {
  const limited = selectOne(db, from)
    .where(where)
    .limit(EXACT_UP_TO + 1)
  const { cost, expected } = await explain(db, limited.getSQL())
  if (cost > affordable || expected > SURELY_MORE) return { total: expected, isExact: false }
  const [row] = await db.select({ total: count() }).from(limited.as('matches'))
  const total = row?.total ?? 0
  if (total <= EXACT_UP_TO) return { total, isExact: true }
  return { total: Math.max(total, expected), isExact: false }
}

const selectOne = (db: Database, from: Source) => db.select({ one: sql<number>`1`.as('one') }).from(from)

interface Expected {
  cost: number
  expected: number
}
interface Plan {
  'Total Cost': number
  'Plan Rows': number
  Plans?: Plan[]
}

interface Explained {
  'QUERY PLAN': [{ Plan: Plan }]
}

/** The cost of a limited query, and the rows expected without its limit. Nothing is read for it. */
async function explain(db: Database, limited: SQL): Promise<Expected> {
  const [row] = await rowsOf<Explained>(db, sql`EXPLAIN (FORMAT JSON) ${limited}`)
  const plan = row!['QUERY PLAN'][0].Plan
  return { cost: plan['Total Cost'], expected: (plan.Plans?.[0] ?? plan)['Plan Rows'] }
}

/** Where the total is an estimate the page knows better whether there is another behind it. */
export function corrected({ total, isExact }: Count, { before, read, take }: Shown): number {
  if (isExact) return total
  if (read > take) return Math.max(total, before + read)
  return read > 0 || before === 0 ? before + read : Math.min(total, before)
}
