import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Id } from '../kernel/fields.ts'
import { fromWireDate } from '../kernel/formats.ts'

/** C-81, REPORT-01: one for each screen. */
export const reportTypes = ['tenantUpload', 'contentUsage', 'billableUser', 'contentProviderUsage'] as const
export type ReportType = (typeof reportTypes)[number]

/** Reports of one tenant that share one call (API-152); the fourth has its own (C-82). */
export const tenantReportTypes = ['tenantUpload', 'contentUsage', 'billableUser'] as const

/** REPORT-02, C-52, CONST-29: names of the files, without their extension. */
export const reportFiles = {
  tenantUpload: 'TenantUploadReport',
  contentUsage: 'ContentUsageReport',
  billableUser: 'BillableUserReport',
  contentProviderUsage: 'OnDemandTrackingReport',
} as const satisfies Record<ReportType, string>

/** What a report can be downloaded as; xlsx unless given (†). */
export const reportFormats = ['xlsx', 'csv', 'json'] as const
export type ReportFormat = (typeof reportFormats)[number]
export const reportContentTypes: Record<ReportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Years that one report may span. */
export const REPORT_YEARS_MAX = 5

/** A day of UTC (C-118); a time after it says nothing more (CONST-21). */
const dayOf = (error: 'report.startDay' | 'report.endDay') =>
  z
    .string(error)
    .max(limits.id, error)
    .refine(date => fromWireDate(date) !== undefined && date >= '1970-01-01' && date < '9999-12-31', error)

/** REPORT-03, C-118: days of UTC, both ends included; of every tenant unless one is named. */
export const ReportFilter = z.object({
  startDate: dayOf('report.startDay'),
  endDate: dayOf('report.endDay'),
  tenantId: Id.optional(),
})
export type ReportFilter = z.infer<typeof ReportFilter>

/** A moment is written as it travels, a month as `2026-11`. */
export const ReportCell = z.union([z.string(), z.number(), z.null()])
export type ReportCell = z.infer<typeof ReportCell>
/** By the keys of its columns. */
export const ReportRow = z.record(z.string(), ReportCell)
export type ReportRow = z.infer<typeof ReportRow>

/** † What one plot of a report says: bars over days or months, or a list by rank. */
export const ReportPlot = z.object({
  kind: z.enum(['days', 'months', 'ranked']),
  measure: z.enum(['uploads', 'plays', 'billable', 'minutes']),
  points: z.array(z.object({ label: z.string(), value: z.number() })),
})
export type ReportPlot = z.infer<typeof ReportPlot>

/** † The first rows of a report and its plot. */
export const ReportPreview = z.object({
  type: z.enum(reportTypes),
  rows: z.array(ReportRow),
  /** The file has more rows than these. */
  hasMore: z.boolean(),
  plot: ReportPlot,
})
export type ReportPreview = z.infer<typeof ReportPreview>

/** † What an account can have mailed: a report at the beginning of every month, or every Monday what comes to a site and leaves it. */
export const mailTypes = [...reportTypes, 'siteChanges'] as const
export type MailType = (typeof mailTypes)[number]

/** † A mail that an account gets every month, or every week. */
export const ReportSubscription = z.object({
  subscriptionId: z.string(),
  type: z.enum(mailTypes),
  /** Null for every tenant. */
  tenantId: z.string().nullable(),
  tenantName: z.string().nullable(),
})
export type ReportSubscription = z.infer<typeof ReportSubscription>

/** † Periods that people ask for, in whole months of UTC. */
export const reportPeriods = ['lastMonth', 'lastQuarter', 'thisMonth'] as const
export type ReportPeriod = (typeof reportPeriods)[number]
