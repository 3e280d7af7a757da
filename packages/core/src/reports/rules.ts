import type { Issue, KinoraError } from '../kernel/errors.ts'
import { checkPeriod } from '../kernel/formats.ts'
import { checkWith } from '../kernel/issues.ts'
import {
  REPORT_YEARS_MAX,
  ReportFilter,
  type ReportFormat,
  type ReportPeriod,
  type ReportType,
  reportFiles,
} from './schema.ts'

/** A day of UTC, whatever time was written behind it. */
export const toReportDay = (date: string): string => date.slice(0, 10)

/** REPORT-03: the end is no day before the start; the same day is allowed. */
export function checkReport(filter: ReportFilter): Issue[] {
  const issues = checkWith(ReportFilter, filter)
  if (issues.length > 0) return issues
  const [start, end] = [toReportDay(filter.startDate), toReportDay(filter.endDate)]
  const order = checkPeriod(
    { startDate: start, endDate: end },
    ['startDate', 'endDate'],
    'report.endBeforeStart',
  )
  if (order.length > 0) return order
  const longest = `${Number(start.slice(0, 4)) + REPORT_YEARS_MAX}${start.slice(4)}`
  return end < longest ? [] : [{ path: 'endDate', code: 'report.tooLong', params: { max: REPORT_YEARS_MAX } }]
}

/**
 * REPORT-04, REPORT-05: what a download that failed is told as; undefined where it is told as itself: what a person can mend
 * names its field, and what they ended, or a session that is over, stays that.
 */
export function reportFailure(error: KinoraError): 'report.notDownloaded' | 'report.noData' | undefined {
  const { code, status, issues } = error
  if (code === 'aborted' || code === 'unauthorised' || (code === 'invalid' && issues.length > 0))
    return undefined
  return status === 500 ? 'report.notDownloaded' : 'report.noData'
}

/** Whether that says it all; otherwise its own words stand behind it, such as that the network is down. */
export const isReportFailureWhole = ({ status }: KinoraError): boolean => status === 500 || status === 404

/** What a column holds, so that a file types and formats its cells. */
export type ReportColumnKind =
  | 'text'
  | 'count'
  /** Two decimals. */
  | 'decimal'
  /** Of a hundred, one decimal. */
  | 'percent'
  | 'moment'
  | 'month'
  | 'seconds'
  | 'bytes'

export interface ReportColumn<Key extends string = string> {
  key: Key
  kind: ReportColumnKind
  /** The last row adds it up: what is distinct per row has no sum. */
  hasTotal: boolean
}

const text = <K extends string>(key: K): ReportColumn<K> => ({ key, kind: 'text', hasTotal: false })
const sum = <K extends string>(key: K, kind: ReportColumnKind = 'count'): ReportColumn<K> => ({
  key,
  kind,
  hasTotal: true,
})
const plain = <K extends string>(key: K, kind: ReportColumnKind): ReportColumn<K> => ({
  key,
  kind,
  hasTotal: false,
})

/** C-117, C-133: the columns of each report, in their order. */
export const reportColumns = {
  tenantUpload: [
    ...[text('tenant'), text('provider'), text('channel'), text('tag'), text('title')],
    ...[text('uploadedBy'), plain('uploadedAt', 'moment'), text('status')],
    ...[sum('duration', 'seconds'), sum('size', 'bytes')],
  ],
  contentUsage: [
    ...[text('tenant'), text('tag'), text('title'), text('provider'), text('channel'), sum('plays')],
    ...[plain('members', 'count'), sum('minutes', 'decimal'), plain('completion', 'percent')],
  ],
  billableUser: [
    ...[text('tenant'), plain('month', 'month'), plain('members', 'count')],
    ...[plain('activeStripe', 'count'), plain('activeMms', 'count'), plain('activePseudosso', 'count')],
    ...[plain('activeFlatfile', 'count'), plain('activeApple', 'count'), plain('activeOther', 'count')],
    ...[sum('new'), sum('cancelled'), sum('billable')],
    // † Behind the register's.
    plain('visited', 'count'),
  ],
  contentProviderUsage: [
    ...[text('provider'), text('channel'), text('tag'), text('title'), text('tenant')],
    ...[sum('plays'), sum('minutes', 'decimal')],
  ],
} as const satisfies Record<ReportType, readonly ReportColumn[]>

export type ReportColumnKey = (typeof reportColumns)[ReportType][number]['key']

/** The columns of a report as one type, whichever it is. */
export const columnsOf = (type: ReportType): readonly ReportColumn<ReportColumnKey>[] => reportColumns[type]

/** The columns as a screen shows them: who, when and what is billed come first. A file has its own order. */
export const shownColumnsOf = (type: ReportType): readonly ReportColumn<ReportColumnKey>[] => {
  const columns = columnsOf(type)
  const billed = columns.filter(({ key }) => key === 'billable')
  const rest = columns.filter(({ key }) => key !== 'billable')
  return [...rest.slice(0, 2), ...billed, ...rest.slice(2)]
}

/** `2026-11`, some months on. */
export function monthAfter(month: string, count = 1): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** The first and the last day of months, both included. */
export const daysOfMonths = (first: string, last = first): { startDate: string; endDate: string } => {
  const [year, number] = last.split('-').map(Number) as [number, number]
  return { startDate: `${first}-01`, endDate: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** The days of a period, as of a moment; those of this month that are yet to come are in it. */
export function daysOfPeriod(period: ReportPeriod, now: Date): { startDate: string; endDate: string } {
  const month = now.toISOString().slice(0, 7)
  if (period === 'thisMonth') return daysOfMonths(month)
  if (period === 'lastMonth') return daysOfMonths(monthAfter(month, -1))
  const first = monthAfter(month, -3 - (now.getUTCMonth() % 3))
  return daysOfMonths(first, monthAfter(first, 2))
}

/** The months that days are, where they are whole; of a report that is about months, those that the days are in. */
function monthsOfReport(type: ReportType, filter: ReportFilter): [string, string] | undefined {
  const [start, end] = [toReportDay(filter.startDate), toReportDay(filter.endDate)]
  const months: [string, string] = [start.slice(0, 7), end.slice(0, 7)]
  const whole = daysOfMonths(...months)
  const isWhole = whole.startDate === start && whole.endDate === end
  return isWhole || type === 'billableUser' ? months : undefined
}

/** REPORT-02: the name of a report’s file; whole months stand behind it, so that files of several months lie side by side. */
export function reportFileName(type: ReportType, filter: ReportFilter, format: ReportFormat): string {
  const months = monthsOfReport(type, filter) ?? []
  return `${[reportFiles[type], ...new Set(months)].join('_')}.${format}`
}
