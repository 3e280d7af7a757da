import { describe, expect, test } from 'vitest'
import { type ErrorCode, KinoraError } from '../kernel/errors.ts'
import { en } from '../messages/en.ts'
import { checkReport, columnsOf, isReportFailureWhole, reportFailure } from './rules.ts'
import { reportFiles, reportTypes } from './schema.ts'

const codes = (startDate: string, endDate: string) =>
  checkReport({ startDate, endDate }).map(({ path, code }) => `${path} ${code}`)

describe('REPORT-03, C-118 the days of a report', () => {
  test.each([
    ['2026-11-20', '2026-11-20', []],
    ['2026-11-20T23:59:59', '2026-11-20T00:00:00', []],
    ['2026-11-20', '2026-11-19', ['endDate report.endBeforeStart']],
    ['2026-01-01', '2030-12-31', []],
    ['2026-01-01', '2031-01-01', ['endDate report.tooLong']],
    ['2026-02-30', '2026-03-01', ['startDate report.startDay']],
    ['20.11.2026', '', ['startDate report.startDay', 'endDate report.endDay']],
  ])('%s to %s', (start, end, found) => expect(codes(start, end)).toEqual(found))
})

describe('REPORT-04, REPORT-05 what a failed download is told as', () => {
  const told = (code: ErrorCode) => reportFailure(new KinoraError(code))
  test('an internal error as one sentence, any other as another; what was ended stays that', () => {
    expect(told('server')).toBe('report.notDownloaded')
    for (const code of ['notFound', 'forbidden', 'offline', 'timeout'] as const)
      expect(told(code)).toBe('report.noData')
    expect([told('aborted'), told('unauthorised')]).toEqual([undefined, undefined])
    const issues = checkReport({ startDate: '2026-11-20', endDate: '2026-11-19' })
    expect(reportFailure(new KinoraError('invalid', { issues }))).toBeUndefined()
    expect(en['report.notDownloaded']).toBe(
      "Report isn't downloaded yet for the selected dates, please try again.",
    )
    expect(en['report.noData']).toBe('No data found for the selected dates.')
    expect(isReportFailureWhole(new KinoraError('offline'))).toBe(false)
  })
})

test('REPORT-02, CONST-29, C-52, C-81, C-117 every report has its file and columns', () => {
  expect(
    reportTypes.map(type => [
      reportFiles[type],
      columnsOf(type)
        .map(({ key }) => key)
        .join(' '),
    ]),
  ).toEqual([
    ['TenantUploadReport', 'tenant provider channel tag title uploadedBy uploadedAt status duration size'],
    ['ContentUsageReport', 'tenant tag title provider channel plays members minutes completion'],
    [
      'BillableUserReport',
      'tenant month members activeStripe activeMms activePseudosso activeFlatfile activeApple activeOther new cancelled billable',
    ],
    ['OnDemandTrackingReport', 'provider channel tag title tenant plays minutes'],
  ])
})
