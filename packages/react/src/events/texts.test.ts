import { expect, test } from 'vitest'
import { shortDayNames } from './texts.ts'

const series: readonly [string, string, number[]][] = [
  ['en', 'Mon, Wed, Fri', [5, 1, 3]],
  ['en', 'Sat, Sun', [0, 6]],
  ['en', 'Mon – Fri', [1, 2, 3, 4, 5]],
  ['en', 'Mon, Tue, Thu – Sun', [0, 1, 2, 4, 5, 6]],
  ['en', 'Mon – Sun', [0, 1, 2, 3, 4, 5, 6]],
  ['de', 'Mo, Mi, Fr', [1, 3, 5]],
  ['fr', 'lun., mer., ven.', [1, 3, 5]],
  ['ar', 'الاثنين – الخميس', [1, 2, 3, 4]],
]

test.for(series)('EVENT-29 days of a series in %s: %s', ([locale, words, days]) => {
  expect(shortDayNames(locale)(days).replaceAll(/\s/g, ' ')).toBe(words)
})
