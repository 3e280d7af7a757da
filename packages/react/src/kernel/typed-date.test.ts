import { describe, expect, test } from 'vitest'
import { type DatePrecision, fromTypedDate, toTypedDate } from './typed-date.ts'

describe('CONST-21 what a person types as a date', () => {
  test.each<[typed: string, locale: string, day: string]>([
    ['26 Nov 2026', 'en-US', '2026-11-26'],
    ['2026-11-26', 'de', '2026-11-26'],
    ['2026-11-26T09:30:00', 'en-US', '2026-11-26'],
    ['26.11.2026', 'de', '2026-11-26'],
    ['2. 1. 2026', 'de', '2026-01-02'],
    ['1/2/2026', 'en-US', '2026-01-02'],
    ['1/2/2026', 'en-GB', '2026-02-01'],
    ['26/11/2026', 'en-US', '2026-11-26'],
    ['11262026', 'en-US', '2026-11-26'],
    ['26112026', 'fr', '2026-11-26'],
    ['2026/11/26', 'ja', '2026-11-26'],
    ['26 November 2026', 'fr', '2026-11-26'],
    ['November 26th, 2026', 'en-US', '2026-11-26'],
    ['26-nov-2026', 'en-US', '2026-11-26'],
    ['26. Dezember 2026', 'de', '2026-12-26'],
    ['26 août 2026', 'fr', '2026-08-26'],
    ['26 ноября 2026', 'ru', '2026-11-26'],
    ['26 listopada 2026', 'pl', '2026-11-26'],
    ['٢٦/١١/٢٠٢٦', 'ar-EG', '2026-11-26'],
    ['２６ Nov ２０２６', 'ja', '2026-11-26'],
  ])('%s in %s is %s', (typed, locale, day) => expect(fromTypedDate(typed, 'day', locale)).toBe(day))

  test.each([
    '',
    '26 Nov',
    '26 Nov 202',
    '30 Feb 2026',
    '31/04/2026',
    '26 Ju 2026',
    '1/2/26',
    '1/2/0026',
    'soon',
  ])('%s is no day and stays as it is', typed => expect(fromTypedDate(typed, 'day', 'en-GB')).toBe(typed))

  test.each(['2026-11-26T09:30:00Z', '2026-11-26T23:30:00+02:00', '26 Nov 2026 09:30'])(
    'of %s the day is taken',
    typed => expect(fromTypedDate(typed, 'day', 'en-GB')).toBe('2026-11-26'),
  )

  test('what is copied from an Arabic page has marks of direction', () => {
    expect(
      fromTypedDate('\u0661\u0660\u200f/\u0661\u0662\u200f/\u0662\u0660\u0662\u0666', 'day', 'ar-EG'),
    ).toBe('2026-12-10')
  })

  test('numbers with the year last are ambiguous for who writes it first', () => {
    expect(fromTypedDate('1/2/2026', 'day', 'sv')).toBe('1/2/2026')
    expect(fromTypedDate('13/2/2026', 'day', 'sv')).toBe('2026-02-13')
  })

  test.each<[typed: string, moment: string]>([
    ['26 Nov 2026 09:30', '2026-11-26T09:30'],
    ['2026-11-26T09:30', '2026-11-26T09:30'],
    ['2026-11-26 09:30:00', '2026-11-26T09:30'],
    ['2026-11-26T09:30:15', '2026-11-26T09:30'],
    ['2026-11-26T09', '2026-11-26T09'],
    ['11/26/2026, 9:30 PM', '2026-11-26T21:30'],
    ['26 Nov 2026 12:05 am', '2026-11-26T00:05'],
    ['26 Nov 2026 9.30', '2026-11-26T09:30'],
    ['2026-11-26', '2026-11-26T00:00'],
    ['3 Dec 2027', '2027-12-03T00:00'],
    ['26 Nov 2026 25:00', '26 Nov 2026 25:00'],
    ['2026-11-26T09:30:00Z', '2026-11-26T09:30:00Z'],
  ])('with its time %s is %s', (typed, moment) =>
    expect(fromTypedDate(typed, 'minute', 'en-US')).toBe(moment),
  )

  test.each([
    ['18:30', '18:30'],
    ['9:05', '09:05'],
    ['0930', '09:30'],
    ['6:30 pm', '18:30'],
    ['7pm', '19:00'],
    ['12 a.m.', '00:00'],
    ['24:00', '24:00'],
    ['0:30 am', '0:30 am'],
    ['6', '6'],
  ])('the time %s is %s', (typed, time) => expect(fromTypedDate(typed, 'time')).toBe(time))

  test.each<[value: string, precision: DatePrecision, shown: string]>([
    ['2026-11-06', 'day', '06 Nov 2026'],
    ['2026-11-06T09:30', 'minute', '06 Nov 2026 09:30'],
    ['09:30', 'time', '09:30'],
    ['soon', 'day', 'soon'],
  ])('%s as %s is shown as %s', (value, precision, shown) =>
    expect(toTypedDate(value, precision)).toBe(shown),
  )
})
