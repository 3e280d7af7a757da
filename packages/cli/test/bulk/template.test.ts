import { columns } from '@kinora/core/bulk'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { toTemplate } from '../../src/bulk/template.ts'
import { check } from './support.ts'

describe('BULK-12 the template', () => {
  test('holds no title until the mark of its example is removed', async () => {
    expect((await check(toTemplate())).errors).toEqual(['0 : The catalogue has no titles.'])
    const { rows, errors } = await check(toTemplate().replace('# class-001', 'class-001'))
    expect(errors).toEqual([])
    expect(rows).toHaveLength(1)
  })
})

/** Means more than itself: the mark of a note, the sign for nothing, the guard before what a spreadsheet would run; or is refused. */
const special = /^(?:#|-$|'[ "']*[=+\-@＝＋－＠])|[;\uFEFF\n\v\f\r\x85\u2028\u2029]/
const plain = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter(text => text.trim() === text && !special.test(text))
const title = fc.record({
  externalId: plain,
  title: plain,
  instructor: plain,
  skill: fc.integer({ min: 1, max: 10 }),
  keywords: fc.uniqueArray(plain, { maxLength: 4 }),
  active: fc.boolean(),
})

describe('BULK-07 what is written under the template’s header is read back unchanged', () => {
  test('whatever the text, delimiter, quotes and line breaks inside', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(title, { selector: entry => entry.externalId, minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 64 }),
        async (titles, size) => {
          const rows = titles.map(entry => {
            const cells: Record<string, string> = {
              externalId: entry.externalId,
              title: entry.title,
              instructor: entry.instructor,
              skill: String(entry.skill),
              keywords: entry.keywords.join(';'),
              isActive: entry.active ? 'yes' : 'no',
            }
            return columns.map(column => cells[column.name] ?? '')
          })
          const read = await check(stringify([columns.map(column => column.name), ...rows]), { size })
          expect(read.errors).toEqual([])
          expect(read.rows.map(row => ({ id: row.externalId, ...row.draft }))).toEqual(
            titles.map(entry => ({
              id: entry.externalId,
              className: entry.title,
              instructor: entry.instructor,
              skill: entry.skill,
              ...(entry.keywords.length > 0 ? { keywords: entry.keywords } : {}),
              isActive: entry.active,
            })),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})
