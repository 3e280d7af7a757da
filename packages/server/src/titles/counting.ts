import { count, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { titlesTable as t } from './tables.ts'

/** Longer lists are estimated (decision 0006). */
const EXACT_UP_TO = 10_000
/** Where the planner expects more than this, counting would only find that there are too many. */
const SURELY_MORE = 2 * EXACT_UP_TO
/** What exact counting may cost in the planner's units: a third of reading 100,000 titles one after another. */
const AFFORDABLE = 3000

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

/** TITLE-15: the total of a list of which a page is known. A page that isn't full is the last: nothing is counted. */
export async function totalOf(db: Database, where: SQL | undefined, page: Shown): Promise<number> {
  if (page.shown < page.take && (page.shown > 0 || page.before === 0)) return page.before + page.shown
  return corrected(await countTitles(db, where), page)
}

/** How many titles match. Short lists are counted; of long ones, or where that is dear, the planner knows enough. */
export async function countTitles(
  db: Database,
  where: SQL | undefined,
  { affordable = AFFORDABLE } = {},
): Promise<Count> {
  const matches = db
    .select({ tag: t.tag })
    .from(t)
    .where(where)
    .limit(EXACT_UP_TO + 1)
  const { cost, expected } = await explain(db, matches.getSQL())
  if (cost > affordable || expected > SURELY_MORE) return { total: expected, isExact: false }
  const [row] = await db.select({ total: count() }).from(matches.as('matches'))
  const total = row?.total ?? 0
  if (total <= EXACT_UP_TO) return { total, isExact: true }
  return { total: Math.max(total, expected), isExact: false }
}

interface Plan {
  'Total Cost': number
  'Plan Rows': number
  Plans?: Plan[]
}

/** The cost of a limited query, and the rows expected without its limit. Nothing is read for it. */
async function explain(db: Database, limited: SQL): Promise<{ cost: number; expected: number }> {
  const answer = await db.execute(sql`EXPLAIN (FORMAT JSON) ${limited}`)
  const { rows } = answer as unknown as { rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }
  const plan = rows[0]!['QUERY PLAN'][0].Plan
  return { cost: plan['Total Cost'], expected: (plan.Plans?.[0] ?? plan)['Plan Rows'] }
}

/** Where the total is an estimate the page knows better: a short one is the last, a full one may have another behind it. */
export function corrected({ total, isExact }: Count, { before, shown, take }: Shown): number {
  if (isExact) return total
  if (shown === take) return Math.max(total, before + shown + 1)
  return shown > 0 || before === 0 ? before + shown : Math.min(total, before)
}
