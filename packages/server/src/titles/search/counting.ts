import { count, type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../kernel/db/rows-of.ts'
import type { Database } from '../../ports/db.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'

/** Longer lists are estimated (decision 0006). */
const EXACT_UP_TO = 10_000
/** Where the planner expects more than this, counting would only find that there are too many. */
const SURELY_MORE = 1.5 * EXACT_UP_TO
/** What exact counting may cost in the planner's units, so that it takes no longer than the page: 10,000 entries of an index are 600. */
const AFFORDABLE = 1000

export interface Count {
  total: number
  isExact: boolean
}
/** Where a page stands in its list: what comes before it, what it holds and what it could hold. */
export interface Shown {
  before: number
  shown: number
  take: number
}
/** How many there are, once it is known; begun beforehand or when it is asked for. */
export type Counting = () => Promise<Count>

/** TITLE-15: the total of a list of which a page is known. A page that isn't full is the last: nothing is counted. */
export async function totalOf(count: Counting, page: Shown): Promise<number> {
  if (page.shown < page.take && (page.shown > 0 || page.before === 0)) return page.before + page.shown
  return corrected(await count(), page)
}

/** How many titles match. Short lists are counted; of long ones, or where that is dear, the planner knows enough. */
export async function countTitles(
  db: Database,
  where: SQL | undefined,
  { affordable = AFFORDABLE } = {},
): Promise<Count> {
  const limited = limitedMatches(db, where)
  return countPlanned(db, limited, await explain(db, limited.getSQL()), affordable)
}

const limitedMatches = (db: Database, where: SQL | undefined) =>
  db
    .select({ tag: t.tag })
    .from(t)
    .where(where)
    .limit(EXACT_UP_TO + 1)

async function countPlanned(
  db: Database,
  limited: ReturnType<typeof limitedMatches>,
  { cost, expected }: Expected,
  affordable = AFFORDABLE,
): Promise<Count> {
  if (cost > affordable || expected > SURELY_MORE) return { total: expected, isExact: false }
  const [row] = await db.select({ total: count() }).from(limited.as('matches'))
  const total = row?.total ?? 0
  if (total <= EXACT_UP_TO) return { total, isExact: true }
  return { total: Math.max(total, expected), isExact: false }
}

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

/** Where the total is an estimate the page knows better: a short one is the last, a full one may have another behind it. */
export function corrected({ total, isExact }: Count, { before, shown, take }: Shown): number {
  if (isExact) return total
  if (shown === take) return Math.max(total, before + shown + 1)
  return shown > 0 || before === 0 ? before + shown : Math.min(total, before)
}
