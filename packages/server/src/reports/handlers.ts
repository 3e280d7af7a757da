import { assertNoIssues, checkReport, type ReportFilter, type ReportType, type reports } from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { managedScope } from '../kernel/managed-scope.ts'
import { eachBillable } from './billable.ts'
import type { Batches } from './columns.ts'
import { toReportFile } from './files.ts'
import { drawPlot } from './plot.ts'
import { toQuery } from './query.ts'
import { eachUpload } from './uploads.ts'
import { eachTracked, eachUsage } from './usage.ts'

/** Rows that a preview shows. */
const ROWS = 20

const readers = {
  tenantUpload: eachUpload,
  contentUsage: eachUsage,
  billableUser: eachBillable,
  contentProviderUsage: eachTracked,
} as const satisfies Record<ReportType, unknown>

/** C-91: reports reach every tenant; one may be named. */
export const reportHandlers: Handlers<typeof reports> = {
  tenant: async ({ type, format, ...filter }, context) =>
    toReportFile(type, format, await read(type, filter, context)),

  tracking: async ({ type, format, ...filter }, context) =>
    toReportFile(type, format, await read(type, filter, context)),

  async preview({ type, ...filter }, context) {
    const { db, names } = context.deps
    const batches = await read(type, filter, context)
    const rows = []
    for await (const batch of batches) {
      rows.push(...batch)
      if (rows.length > ROWS) break
    }
    const given = { query: toQuery(type, filter), names: await names.read() }
    const plot = await drawPlot[type](managedScope(context), db, given)
    return { type, rows: rows.slice(0, ROWS), hasMore: rows.length > ROWS, plot }
  },
}

async function read(type: ReportType, filter: ReportFilter, context: Context): Promise<Batches> {
  assertNoIssues(checkReport(filter))
  const { db, names } = context.deps
  const given = { query: toQuery(type, filter), names: await names.read() }
  return readers[type](managedScope(context), db, given)
}
