import { expect, test } from 'vitest'
import { shortDayNames } from './texts.ts'

const series: readonly [string, string, number[]][] = [
  ['en', 'Mon, Wed, Fri', [5, 1, 3]],
  ['en', 'Sat, Sun', [0, 6]],
  ['en', 'Mon – Fri', [1, 2, 3, 4, 5]],
  ['en', 'Tue, Wed, Fri – Sun', [0, 2, 3, 5, 6]],
  ['en', 'Sat – Mon', [6, 0, 1]],
  ['en', 'Mon, Sun', [0, 1]],
  ['en', 'Wed, Sat – Mon', [0, 1, 3, 6]],
  ['en', 'Mon – Sun', [0, 1, 2, 3, 4, 5, 6]],
  ['de', 'Mo, Mi und Fr', [1, 3, 5]],
  ['fr', 'lun., mer., ven.', [1, 3, 5]],
  ['ar', 'الاثنين – الخميس', [1, 2, 3, 4]],
  ['ar', 'الأحد – الخميس', [0, 1, 2, 3, 4]],
  ['zh', '周一、周三、周五', [1, 3, 5]],
]

test.for(series)('EVENT-29 days of a series in %s: %s', ([locale, words, days]) => {
  expect(shortDayNames(locale)(days).replaceAll(/\s/g, ' ')).toBe(words)
})
