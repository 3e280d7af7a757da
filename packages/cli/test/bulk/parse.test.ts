import { describe, expect, test } from 'vitest'
import { check } from './support.ts'

const csv = 'externalId,title,skill\r\na1,"Yoga, ""slow""",3\r\na2,Zirkeltraining für Ältere,4\r\n'

function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const units = [
    ...(mark ? [0xfeff] : []),
    ...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)),
  ]
  const bytes = new DataView(new ArrayBuffer(units.length * 2))
  for (const [index, unit] of units.entries()) bytes.setUint16(index * 2, unit, order === 'le')
  return new Uint8Array(bytes.buffer)
}

const titlesOf = (rows: readonly { draft: { className?: string } }[]) => rows.map(row => row.draft.className)

describe('BULK-07 every form a spreadsheet saves is read alike', () => {
  const forms: [string, string | Uint8Array][] = [
    ['comma, CRLF', csv],
    ['byte order mark', `\uFEFF${csv}`],
    ['line feeds', csv.replaceAll('\r\n', '\n')],
    ['old Mac line ends', csv.replaceAll('\r\n', '\r')],
    ['semicolons', csv.replaceAll(',', ';').replace('Yoga;', 'Yoga,')],
    ['tabs', csv.replaceAll(',', '\t').replace('Yoga\t', 'Yoga,')],
    ['Excel’s sep line', `sep=,\r\n${csv}`],
    ['no line end at the end', csv.trimEnd()],
    ['UTF-16 little endian with mark', utf16(csv, 'le', true)],
    ['UTF-16 little endian without mark', utf16(csv, 'le', false)],
    ['UTF-16 big endian with mark', utf16(csv, 'be', true)],
    ['UTF-16 big endian without mark', utf16(csv, 'be', false)],
    [
      'another order and case of the header',
      'Skill,TITLE,External ID\n3,"Yoga, ""slow""",a1\n4,Zirkeltraining für Ältere,a2\n',
    ],
    ['quoted header', csv.replace('externalId,title,skill', '"externalId","title","skill"')],
    [
      'a column that is a note',
      'externalId,title,# mine,skill\na1,"Yoga, ""slow""",x,3\na2,Zirkeltraining für Ältere,y,4\n',
    ],
  ]
  test.each(forms)('%s', async (_, source) => {
    for (const size of [1, 7, 65_536]) {
      const { rows, errors } = await check(source, { size })
      expect(errors).toEqual([])
      expect(titlesOf(rows)).toEqual(['Yoga, "slow"', 'Zirkeltraining für Ältere'])
      expect(rows.map(row => [row.externalId, row.draft.skill])).toEqual([
        ['a1', 3],
        ['a2', 4],
      ])
    }
  })
})

describe('BULK-07 rows are numbered as a spreadsheet shows them', () => {
  test('counts blank rows, comments and cells of several lines', async () => {
    const { rows } = await check('externalId,title\n\n# example,Nothing\na1,"two\nlines"\n,\na2,Plain\n')
    expect(rows.map(row => row.row)).toEqual([4, 6])
  })
})

describe('BULK-07 a file that is no catalogue', () => {
  test.each([
    ['an empty file', '', '0 : The file is empty.'],
    ['blank lines', '\n\n', '0 : The file is empty.'],
    ['a header alone', 'externalId,title\n', '0 : The catalogue has no titles.'],
    ['another table', 'name;price\nMat;12\n', '1 : The first row has none of the known columns.'],
    [
      'a workbook',
      new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]),
      '0 : The file is an Excel workbook, not a CSV file.',
    ],
    [
      'Latin-1',
      new Uint8Array([...new TextEncoder().encode('externalId,title\na1,'), 0xfc, 0x0a]),
      '0 : The file is not valid UTF-8 text.',
    ],
  ])('%s', async (_, source, sentence) => {
    const { errors, rows } = await check(source)
    expect(errors).toEqual([sentence])
    expect(rows).toEqual([])
  })
})

describe('BULK-07 a header that does not fit', () => {
  test('names missing, unknown and doubled columns, and still checks the rows', async () => {
    const { errors } = await check('title,titel,skill,skill\nYoga,,3,11\n')
    expect(errors).toEqual([
      '1 titel: Unknown column “titel”; did you mean "title"?',
      '1 skill: The column skill appears twice.',
      '1 externalId: The column externalId is missing.',
      '2 skill: Skill must be a whole number from 1 to 10',
    ])
  })
})

describe('BULK-07 rows that do not fit', () => {
  test('names ragged rows and goes on', async () => {
    const { errors, rows } = await check('externalId,title,skill\na1,Yoga\na2,Yoga,3,4\na3,Yoga,3\n')
    expect(errors).toEqual([
      '2 : The row has 2 cells, the header has 3.',
      '3 : The row has 4 cells, the header has 3.',
    ])
    expect(rows).toHaveLength(3)
  })
  test('reads quotes inside a plain cell', async () => {
    const { rows, errors } = await check('externalId,title\na1,12" step\n')
    expect(errors).toEqual([])
    expect(titlesOf(rows)).toEqual(['12" step'])
  })
  test('says where a quote was left open; rows before it were read', async () => {
    const { rows, errors } = await check('externalId,title\na1,Yoga\na2,"open\na3,Yoga\n')
    expect(titlesOf(rows)).toEqual(['Yoga'])
    expect(errors).toEqual(['3 : A quote opened in row 3 is never closed. Nothing after it could be read.'])
  })
  test('gives up on a record without end instead of filling the memory', async () => {
    const { errors } = await check(`externalId,title\na1,"${'x'.repeat(400_000)}`)
    expect(errors).toEqual(['2 : Row 2 is too long. A closing quote is probably missing.'])
  })
  test('asks for an external id, once in the file', async () => {
    const { errors } = await check('externalId,title\n,Yoga\na1,Yoga\na1,Yoga\n')
    expect(errors).toEqual([
      '2 externalId: Required External id',
      '4 externalId: The external id “a1” is already used in row 3.',
    ])
  })
  test('takes what no index holds, nobody sees or nothing stores for no id', async () => {
    const { errors, rows } = await check(`externalId,title\n${'x'.repeat(201)},Yoga\n\u200b,Yoga\na\0,Yoga\n`)
    expect(errors).toEqual([
      '2 externalId: External id should not be longer than 200 characters',
      '3 externalId: Required External id',
      '4 externalId: externalId contains characters that can’t be stored',
    ])
    expect(rows.map(row => row.externalId)).toEqual(['', '', ''])
  })
})
