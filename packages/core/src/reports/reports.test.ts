import { describe, expect, test } from 'vitest'
import { type ErrorCode, KinoraError } from '../kernel/errors.ts'
import { en } from '../messages/en.ts'
import {
  checkReport,
  columnsOf,
  daysOfPeriod,
  isReportFailureWhole,
  reportFailure,
  reportFileName,
  shownColumnsOf,
} from './rules.ts'
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
      'tenant month members activeStripe activeMms activePseudosso activeFlatfile activeApple activeOther new cancelled billable visited',
    ],
    ['OnDemandTrackingReport', 'provider channel tag title tenant plays minutes'],
  ])
})

describe('28.5 the periods that people ask for', () => {
  test.each([
    ['lastMonth', '2026-11-20', '2026-10-01', '2026-10-31'],
    ['lastMonth', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['thisMonth', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['lastQuarter', '2026-11-20', '2026-07-01', '2026-09-30'],
    ['lastQuarter', '2026-03-31', '2025-10-01', '2025-12-31'],
  ] as const)('%s on %s', (period, day, startDate, endDate) => {
    expect(daysOfPeriod(period, new Date(`${day}T23:00:00Z`))).toEqual({ startDate, endDate })
  })

  test.each([
    ['contentUsage', '2026-11-01', '2026-11-30', 'ContentUsageReport_2026-11.xlsx'],
    ['contentUsage', '2026-10-01', '2026-12-31T23:59:59', 'ContentUsageReport_2026-10_2026-12.xlsx'],
    ['contentUsage', '2026-11-01', '2026-11-29', 'ContentUsageReport.xlsx'],
    ['billableUser', '2026-11-05', '2026-11-06', 'BillableUserReport_2026-11.xlsx'],
  ] as const)(
    'REPORT-02 whole months stand in the name of the file: %s %s %s',
    (type, startDate, endDate, name) => {
      expect(reportFileName(type, { startDate, endDate }, 'xlsx')).toBe(name)
    },
  )

  test('what is billed stands behind the month on a screen, and where the register has it in a file', () => {
    expect(
      shownColumnsOf('billableUser')
        .map(({ key }) => key)
        .slice(0, 3),
    ).toEqual([...['tenant', 'month', 'billable']])
    expect(columnsOf('billableUser').at(-2)?.key).toBe('billable')
    expect(shownColumnsOf('contentUsage')).toEqual(columnsOf('contentUsage'))
  })
})
