import {
  assertNoIssues,
  type BinaryResponse,
  checkReport,
  columnsOf,
  en,
  KinoraError,
  type ReportFilter,
  type ReportFormat,
  type ReportRow,
  type ReportType,
  Role,
  reportContentTypes,
  reportFileName,
  reportFiles,
  type reports,
} from '@kinora/core'
import { toCsvFile, toCsvLine, toTextStream } from '../kernel/csv.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { eachBillable } from './billable.ts'
import { drawPlot } from './plot.ts'
import { eachTracked, eachUpload, eachUsage, toQuery } from './rows.ts'
import { type Batches, cellOf, headerOf, type ReportColumns, toSpreadsheet } from './spreadsheet.ts'
import { listSubscriptions, subscribe, unsubscribe } from './subscriptions.ts'

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
    toReportFile({ type, format, filter }, await read(type, filter, context), context),

  tracking: async ({ type, format, ...filter }, context) =>
    toReportFile({ type, format, filter }, await read(type, filter, context), context),

  subscriptions: async (_, { deps, caller }) => ({ data: await listSubscriptions(deps.db, caller.userId) }),

  async subscribe({ type, tenantId }, context) {
    const { scope, caller, deps } = context
    const isOfSite = type === 'siteChanges'
    if (!isOfSite && caller.role === Role.Tenant)
      throw new KinoraError('forbidden', { detail: en['report.changesAlone'] })
    const owner = ownerOf(scope)
    const named = tenantId || (isOfSite ? owner.tenantId : undefined)
    if (isOfSite && named === undefined) assertNoIssues([{ path: 'tenantId', code: 'report.changesOfOne' }])
    return subscribe(deps.db, { type, tenantId: named ?? null, by: authorOf(context), owner })
  },

  async unsubscribe({ subscriptionId }, context) {
    const owner = ownerOf(context.scope)
    await unsubscribe(context.deps.db, { subscriptionId, by: authorOf(context), owner })
    return { status: 200 }
  },

  async preview({ type, ...filter }, context) {
    const { scope, deps } = context
    const batches = await read(type, filter, context)
    const rows = []
    for await (const batch of batches) {
      rows.push(...batch)
      if (rows.length > ROWS) break
    }
    const given = { query: toQuery(type, filter), names: await deps.names.read() }
    const plot = await drawPlot[type](scope, deps.db, given)
    return { type, rows: rows.slice(0, ROWS), hasMore: rows.length > ROWS, plot }
  },
}

const ownerOf = (scope: Scope): { tenantId?: string } =>
  scope.kind === 'tenant' ? { tenantId: scope.tenantId } : {}

async function read(type: ReportType, filter: ReportFilter, { scope, deps }: Context): Promise<Batches> {
  assertNoIssues(checkReport(filter))
  const given = { query: toQuery(type, filter), names: await deps.names.read() }
  return readers[type](scope, deps.db, given)
}

/** A report as a file that is sent while it is read. Nothing found is a 404 (C-118); what fails before the first row is a failure. */
async function toReportFile(
  { type, format, filter }: { type: ReportType; format: ReportFormat; filter: ReportFilter },
  batches: Batches,
  { deps: { spreadsheets } }: Context,
): Promise<BinaryResponse> {
  const first = await batches.next()
  if (first.done) throw notFound({ path: '', code: 'report.noData' })
  const all = followedBy(first.value, batches)
  const columns = columnsOf(type)
  const name = reportFiles[type]
  const fileName = reportFileName(type, filter, format)
  const contentType = reportContentTypes[format]
  if (format === 'csv') return toCsvFile(toLines(columns, all), fileName)
  if (format === 'json') return { body: await toTextStream(toJson(columns, all)), contentType, fileName }
  return { body: toSpreadsheet(spreadsheets, { name, columns, batches: all }), contentType, fileName }
}

async function* followedBy(first: ReportRow[], batches: Batches): Batches {
  yield first
  yield* batches
}

async function* toLines(columns: ReportColumns, batches: Batches): AsyncGenerator<string> {
  let before = toCsvLine(columns.map(headerOf))
  for await (const rows of batches) {
    yield before + rows.map(row => toCsvLine(columns.map(column => cellOf(row, column)))).join('')
    before = ''
  }
}

/** An array of rows, one a line. */
async function* toJson(columns: ReportColumns, batches: Batches): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of batches) {
    const lines = rows.map(row =>
      JSON.stringify(Object.fromEntries(columns.map(column => [column.key, cellOf(row, column)]))),
    )
    yield before + lines.join(',\n')
    before = ',\n'
  }
  yield '\n]\n'
}
