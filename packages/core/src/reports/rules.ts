import type { Issue, KinoraError } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { REPORT_YEARS_MAX, ReportFilter } from './schema.ts'

/** A day of UTC, whatever time was written behind it. */
export const toReportDay = (date: string): string => date.slice(0, 10)

/** REPORT-03: the end is no day before the start; the same day is allowed. */
export function checkReport(filter: ReportFilter): Issue[] {
  const issues = checkWith(ReportFilter, filter)
  if (issues.length > 0) return issues
  const [start, end] = [toReportDay(filter.startDate), toReportDay(filter.endDate)]
  if (end < start) return [{ path: 'endDate', code: 'report.endBeforeStart' }]
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
