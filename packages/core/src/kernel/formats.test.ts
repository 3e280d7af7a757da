import { describe, expect, test } from 'vitest'
import {
  checkPeriod,
  compareVersions,
  datesIn,
  fromWireDate,
  toCalendarDay,
  toDay,
  toDayAndTime,
  toMegabytes,
  toToastDuration,
  toWireDate,
} from './formats.ts'

describe('SESS-02, E-13 versions', () => {
  test.each([
    ['1.11.4.1273', '1.11.4.1274', -1],
    ['1.11.4.1273', '1.12', -1],
    ['1.11.4.1273', '1.9.9.9999', 1],
    ['1.11.4.1273', '1.11.4', 1],
    ['1.10', '1.9', 1],
    ['1.0.0', '1', 0],
    ['', '0.0', 0],
  ] as const)('%s against %s is %i', (left, right, order) => {
    expect(compareVersions(left, right)).toBe(order)
    expect(compareVersions(right, left)).toBe(order === 0 ? 0 : -order)
  })
})

describe('REPORT-03, C-118 periods', () => {
  test.each([
    ['2026-11-20', '2026-11-19', 1],
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20T00:00:00', '2026-11-20T23:59:59', 0],
    ['2026-11-20T09:30:00', '2026-11-20T09:00:00', 1],
    [undefined, '2026-11-19', 0],
    ['2026-11-20', null, 0],
    ['', '', 0],
    ['2026-11-20T09:30', '2026-11-20T09:30:00', 0],
    ['2026-11-20T09:30:00', '2026-11-20', 0],
    ['2026-11-21T00:00:00', '2026-11-20', 1],
    ['2026-11-20', '2026-11-20T01:00:00+02:00', 1],
    ['2026-11-20T10:00:00+02:00', '2026-11-20T09:00:00', 0],
    ['2026-11-20', 'soon', 0],
  ])('from %s to %s: %i wrong', (start, end, count) => {
    expect(checkPeriod({ start, end }, ['start', 'end'])).toEqual(
      Array(count).fill({ path: 'end', code: 'validation.endBeforeStart', params: { other: 'start' } }),
    )
  })
})

describe('VAL-27 megabytes', () => {
  test.each([
    [0, '0.00 MB'],
    [1, '0.01 MB'],
    [4_194_304, '4.00 MB'],
    [10_485_759, '10.00 MB'],
    [1_234_567, '1.18 MB'],
  ])('%i bytes', (bytes, text) => expect(toMegabytes(bytes)).toBe(text))
})

describe('CONST-21 dates', () => {
  const date = new Date('2026-01-05T23:07:09.123Z')
  test('writes wire and display formats', () => {
    expect(toWireDate(date)).toBe('2026-01-05T23:07:09')
    expect(toDay(date)).toBe('05 Jan 2026')
    expect(toDayAndTime(date)).toBe('05 Jan 2026 23:07')
    expect(toDayAndTime(date, 'Europe/Berlin')).toBe('06 Jan 2026 00:07')
    expect(toDayAndTime(new Date('2026-09-30T00:00:00Z'))).toBe('30 Sep 2026 00:00')
  })
  test.each([
    ['Europe/Berlin', '2026-03-29T00:59:00Z', '29 Mar 2026 01:59'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '29 Mar 2026 03:00'],
    ['America/New_York', '2026-11-20T02:00:00Z', '19 Nov 2026 21:00'],
    ['UTC', '2026-11-20T02:00:00Z', '20 Nov 2026 02:00'],
  ])('C-97 on the clock of %s, %s is %s', (zone, moment, words) => {
    expect(datesIn(zone).dayAndTime(new Date(moment))).toBe(words)
  })
  test('shows a day that is no moment the same everywhere', () =>
    expect(toCalendarDay('2026-03-31T23:59:59')).toBe('31 Mar 2026'))
  test.each([
    ['2026-01-05T23:07:09', '2026-01-05T23:07:09.000Z'],
    ['2026-01-05', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T23:07', '2026-01-05T23:07:00.000Z'],
    ['2026-01-05T23:07:09.5+02:00', '2026-01-05T21:07:09.500Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (text, iso) => expect(fromWireDate(text)?.toISOString()).toBe(iso))
  test.each([
    '',
    '05 Jan 2026',
    '2026-13-01',
    '2026-02-30',
    '2026-01-05T25:00:00',
    '2026-01-05T',
    '20260105',
  ])('refuses %j', text => expect(fromWireDate(text)).toBeUndefined())
})

describe('ERR-15 toast duration', () => {
  test.each([
    [0, 3000],
    [75, 3000],
    [76, 4000],
    [150, 4000],
    [151, 5000],
  ])('%i characters stay %i ms', (length, milliseconds) =>
    expect(toToastDuration('x'.repeat(length))).toBe(milliseconds),
  )
})
