import { count, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { titlesTable as t } from './tables.ts'

/** Longer lists are estimated (decision 0006). */
const EXACT_UP_TO = 10_000
/** What exact counting may cost in the planner's units; reading 100,000 titles one after another is below. */
const AFFORDABLE = 8000

export interface Count {
  total: number
  isExact: boolean
}

/** TITLE-15: how many titles match. Short lists are counted; of long ones, or where that is dear, the planner knows enough. */
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
  if (cost > affordable) return { total: expected, isExact: false }
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
export function corrected(
  { total, isExact }: Count,
  { before, shown, take }: { before: number; shown: number; take: number },
): number {
  if (isExact) return total
  if (shown === take) return Math.max(total, before + shown + 1)
  return shown > 0 || before === 0 ? before + shown : Math.min(total, before)
}
