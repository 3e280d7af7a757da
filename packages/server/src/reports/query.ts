import { type ReportFilter, type ReportType, toReportDay } from '@kinora/core'
import { asc, eq } from 'drizzle-orm'
import { alphabetical } from '../kernel/db/conditions.ts'
import { everything, nothing } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { tenantsTable as t } from '../tenants/tables.ts'

/** What a report is asked for; days of UTC, both included (C-118). */
export interface ReportQuery {
  type: ReportType
  from: string
  to: string
  /** Every tenant unless one is named. */
  tenantId: string | undefined
}

export const toQuery = (type: ReportType, { startDate, endDate, tenantId }: ReportFilter): ReportQuery => ({
  type,
  from: toReportDay(startDate),
  to: toReportDay(endDate),
  tenantId: tenantId || undefined,
})

export interface ReportTenant {
  tenantId: string
  name: string
}

/** The tenants that a report is about, by their names; deleted ones too, since what happened has happened. */
export async function reportTenants(
  scope: Scope,
  db: Database,
  { tenantId }: Pick<ReportQuery, 'tenantId'>,
): Promise<ReportTenant[]> {
  const reach = scope.kind === 'all' ? everything : nothing
  return db
    .select({ tenantId: t.tenantId, name: t.name })
    .from(t)
    .where(tenantId === undefined ? reach : scope.kind === 'all' ? eq(t.tenantId, tenantId) : nothing)
    .orderBy(alphabetical(t.name), asc(t.tenantId))
}
