import { describe, expect, test } from 'vitest'
import fc from '../../../../../scripts/properties.ts'
import { readCsv } from './csv.ts'
import { createIdentities } from './read.ts'

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function read(text: string, size = 65_536): Promise<string[][]> {
  const records: string[][] = []
  for await (const event of readCsv(chunksOf(text, size)))
    if (event.kind === 'records') records.push(...event.records)
    else throw new Error(event.code)
  return records
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'ü', ' ', '"', ',', ';', '\n', '\r', '\r\n'),
  maxLength: 8,
})
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

describe('BULK-07 a CSV file is read as RFC 4180 says', () => {
  test('whatever cells hold, wherever the bytes are cut, whichever line end is used', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (rows, lineEnd, size, ended) => {
          const plain = (text: string) => (/[",;\r\n]/.test(text) ? quoted(text) : text)
          const text = `externalId,title\n${rows.map(row => row.map(plain).join(',')).join(lineEnd)}${ended ? lineEnd : ''}`
          expect((await read(text, size)).slice(1)).toEqual(rows)
        },
      ),
      { numRuns: 300 },
    )
  })
  test('cuts no character where it works through a large piece', async () => {
    const cells = Array.from({ length: 40_001 }, () => '🧘')
    expect(await read(cells.join(','), 1_000_000)).toEqual([cells])
  })
  test('gives up where row after row has another number of cells', async () => {
    await expect(read(`a,b\n${'\n'.repeat(60_000)}`)).rejects.toThrow('bulk.csvIrregular')
  })
  test('takes quotes inside and around plain text as they stand', async () => {
    expect(await read('a,b\n12" step,"tall" one\n')).toEqual([
      ['a', 'b'],
      ['12" step', '"tall" one'],
    ])
  })
})

describe('BULK-07 an id that is used twice is found however many there are', () => {
  test('remembers the first row of each of 50,000 neighbours', () => {
    const identities = createIdentities()
    for (let row = 2; row < 50_002; row++) expect(identities.firstRow(`class-${row}`, row)).toBeUndefined()
    for (let row = 2; row < 50_002; row += 997) expect(identities.firstRow(`class-${row}`, 9)).toBe(row)
  })
})
