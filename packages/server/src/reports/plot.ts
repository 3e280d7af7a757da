import { compareNames, type ReportPlot, type ReportType } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { TitleNames } from '../ports/names.ts'
import { eachBillableSum } from './billable.ts'
import { monthsOf, type ReportQuery, reportTenants, toMinutes, uploaded, uploadedOn } from './rows.ts'

/** Days up to which each has a bar of its own; beyond, months have. */
const DAYS = 62
/** Places of a list by rank. */
const PLACES = 10
const DAY = 86_400_000

type Draw = (
  scope: Scope,
  db: Database,
  given: { query: ReportQuery; names: TitleNames },
) => Promise<ReportPlot>
interface Sum {
  label: string
  value: number
}

/** The one thing that the plot of a report says. */
export const drawPlot: Record<ReportType, Draw> = {
  tenantUpload: async (_, db, { query }) => {
    const ofTenant = query.tenantId === undefined ? sql`` : sql`AND t.tenant_id = ${query.tenantId}`
    const sums = await rowsOf<Sum>(
      db,
      sql`SELECT to_char(${uploadedOn}, ${format(query)}) AS label, count(*)::float8 AS value ${uploaded} ${ofTenant}
        AND ${uploadedOn} BETWEEN ${query.from}::date AND ${query.to}::date GROUP BY 1`,
    )
    return overTime(query, 'uploads', sums)
  },

  contentUsage: async (scope, db, { query }) => {
    const ofTenant = await daysOf(scope, db, query)
    const sums = await eachMonth(query, (from, to) =>
      rowsOf<Sum>(
        db,
        sql`SELECT to_char(day, ${format(query)}) AS label, sum(watched)::float8 AS value FROM playback_days
          WHERE title_tag <> '' AND day BETWEEN ${from}::date AND ${to}::date ${ofTenant} GROUP BY 1`,
      ),
    )
    return overTime(query, 'plays', sums)
  },

  async billableUser(scope, db, given) {
    const sums: Sum[] = []
    const isOne = monthsOf(given.query).length === 1
    for await (const found of eachBillableSum(scope, db, given))
      for (const { tenant, month, billable } of found)
        sums.push({ label: isOne ? tenant : month, value: billable })
    if (isOne) return ranked('billable', sums)
    return { kind: 'months', measure: 'billable', points: filled(monthsOf(given.query), sums) }
  },

  contentProviderUsage: async (scope, db, { query, names }) => {
    const ofTenant = await daysOf(scope, db, query)
    const sums = await eachMonth(query, (from, to) =>
      rowsOf<Sum>(
        db,
        sql`SELECT coalesce(t.provider_id, '') AS label, sum(seconds)::float8 AS value FROM (
            SELECT title_tag, sum(watched_seconds) AS seconds FROM playback_days
            WHERE title_tag <> '' AND day BETWEEN ${from}::date AND ${to}::date ${ofTenant} GROUP BY 1) AS played
          JOIN titles t ON t.tag = title_tag GROUP BY 1`,
      ),
    )
    const named = sums.map(({ label, value }) => ({ label: names.provider(label)?.name ?? label, value }))
    const { points, ...plot } = ranked('minutes', named)
    return { ...plot, points: points.map(({ label, value }) => ({ label, value: toMinutes(value) })) }
  },
}

async function daysOf(scope: Scope, db: Database, query: ReportQuery) {
  if (query.tenantId === undefined) return scope.kind === 'all' ? sql`` : sql`AND false`
  const [tenant] = await reportTenants(scope, db, query)
  return tenant === undefined ? sql`AND false` : sql`AND tenant_id = ${tenant.tenantId}`
}

const isByDay = ({ from, to }: ReportQuery): boolean => (Date.parse(to) - Date.parse(from)) / DAY < DAYS
const format = (query: ReportQuery): string => (isByDay(query) ? 'YYYY-MM-DD' : 'YYYY-MM')

/** A month at a time, so that others are served between. */
async function eachMonth(
  query: ReportQuery,
  read: (from: string, to: string) => Promise<Sum[]>,
): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const month of monthsOf(query)) {
    const [from, to] = [`${month}-01`, lastOf(month)]
    sums.push(...(await read(from < query.from ? query.from : from, to > query.to ? query.to : to)))
  }
  return sums
}

function lastOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

function overTime(query: ReportQuery, measure: ReportPlot['measure'], sums: readonly Sum[]): ReportPlot {
  if (!isByDay(query)) return { kind: 'months', measure, points: filled(monthsOf(query), sums) }
  const days: string[] = []
  for (let at = Date.parse(query.from); at <= Date.parse(query.to); at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10))
  return { kind: 'days', measure, points: filled(days, sums) }
}

/** Every label has its place, also where nothing happened. */
function filled(labels: readonly string[], sums: readonly Sum[]): Sum[] {
  const added = byLabel(sums)
  return labels.map(label => ({ label, value: added.get(label) ?? 0 }))
}

function ranked(measure: ReportPlot['measure'], sums: readonly Sum[]): ReportPlot {
  const points = [...byLabel(sums)]
    .map(([label, value]) => ({ label, value }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value || compareNames(one.label, other.label))
  return { kind: 'ranked', measure, points: points.slice(0, PLACES) }
}

function byLabel(sums: readonly Sum[]): Map<string, number> {
  const added = new Map<string, number>()
  for (const { label, value } of sums) added.set(label, (added.get(label) ?? 0) + value)
  return added
}
