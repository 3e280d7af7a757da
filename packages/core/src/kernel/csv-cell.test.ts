import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { escapeFormula, needsQuotes, unescapeFormula } from './csv-cell.ts'

const toCell = (text: string) => {
  const safe = escapeFormula(text)
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const formula = /^[ "]*[=+\-@＝＋－＠]/
const text = fc.string({ unit: fc.constantFrom(...'=+-@＝\'";,\n\r\t x'), maxLength: 8 })

describe('BULK-12, C-48 no spreadsheet finds a formula in a cell of a CSV', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['x;=cmd', "x;'=cmd"],
    ['x; "=cmd', `x;' "=cmd`],
    ['x\n-2', "x\n'-2"],
    ['＝x\t＠y', "'＝x\t'＠y"],
    ["'=x", "''=x"],
    ['5-3; a=b', '5-3; a=b'],
    ['-', "'-"],
  ])('%j becomes %j', (given, wanted) => expect(escapeFormula(given)).toBe(wanted))

  test('whichever sign separates its cells; and a guarded text is read as it was', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), texts => {
        expect(texts.map(each => unescapeFormula(escapeFormula(each)))).toEqual(texts)
        const line = `${texts.map(toCell).join(',')}\r\n`
        // Where semicolons or tabs separate, quotes in the middle of a cell hold nothing together.
        expect(line.split(/[;\t\r\n]/).filter(cell => formula.test(cell))).toEqual([])
        const [cells] = parse(line, { record_delimiter: '\r\n' }) as string[][]
        expect(cells).toEqual(texts.map(escapeFormula))
        expect(cells!.filter(cell => formula.test(cell))).toEqual([])
      }),
    )
  })
})
