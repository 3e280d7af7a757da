import { describe, expect, test } from 'vitest'
import { readCsv } from '../csv/csv.ts'
import { inspectMembers } from './read.ts'
import { memberColumns, memberTemplateRows, readMember, toCells } from './record.ts'

const good = [
  'm-1',
  'Ada',
  'ada@site.example',
  'Premium',
  'p-1',
  'month',
  'active',
  '2026-01-01',
  '2026-12-31',
]
const row = (changes: Partial<Record<(typeof memberColumns)[number], string>>) =>
  memberColumns.map((column, at) => changes[column] ?? good[at]!)
const issuesOf = (cells: readonly string[]) => {
  const found = readMember(toCells(cells))
  return 'issues' in found ? found.issues.map(({ column, issue }) => `${column} ${issue.code}`) : []
}

describe('C-115, C-131 a row of members', () => {
  test.each([
    ['all', row({}), []],
    ['only who', ['m-1', 'Ada', 'ada@site.example', '', '', '', '', '', ''], []],
    [
      'nobody',
      row({ externalUserId: ' ', name: '', email: '' }),
      ['externalUserId validation.required', 'name validation.required', 'email validation.required'],
    ],
    ['no e-mail', row({ email: 'ada@' }), ['email validation.email']],
    ['another status', row({ status: 'Active' }), ['status validation.oneOf']],
    ['no day', row({ startDate: '1/1/2026' }), ['startDate memberImport.date']],
    ['a day that isn’t', row({ endDate: '2026-02-30' }), ['endDate validation.noSuchDate']],
    ['one day', row({ endDate: '2026-01-01' }), []],
    ['an end before its start', row({ endDate: '2025-12-31' }), ['endDate memberImport.endBeforeStart']],
    [
      'a status of nothing',
      row({ subscriptionTitle: '', productId: '' }),
      ['subscriptionTitle memberImport.nameless'],
    ],
    ['a long name', row({ name: 'x'.repeat(256) }), ['name validation.tooLong']],
    ['what no database stores', row({ name: 'a\0b' }), ['name validation.characters']],
    ['nor in a product', row({ productId: '\0' }), ['productId validation.characters']],
    [
      'a long id of letters that take two',
      row({ productId: '🧘'.repeat(128) }),
      ['productId validation.tooLong'],
    ],
  ])('%s', (_, cells, issues) => {
    expect(issuesOf(cells)).toEqual(issues)
  })

  test('a cell in which nobody sees anything is empty', () => {
    const found = readMember(toCells(row({ startDate: '\u200B', planId: '\u2060' })))
    expect(found).toMatchObject({ record: { subscription: { startDate: null, planId: null } } })
  })

  test('a subscription without a status is active; the guard of a spreadsheet is taken back', () => {
    const found = readMember(toCells(row({ status: '', name: "'=SUM(1)" })))
    expect(found).toMatchObject({ record: { name: '=SUM(1)', subscription: { status: 'active' } } })
  })
})

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}
const inspect = (text: string) => inspectMembers(readCsv(bytesOf(text), memberColumns))

describe('USER-12, VAL-18 a file of members', () => {
  test('the template itself has nobody in it', async () => {
    const text = memberTemplateRows()
      .map(cells => cells.map(cell => `"${cell}"`).join(','))
      .join('\n')
    expect(await inspect(text)).toMatchObject({ rows: 0, unusable: true })
    expect(await inspect(`${text}\n${good.join(',')}`)).toMatchObject({ rows: 1, bad: 0, unusable: false })
  })
  test.each([
    ['a header in another order', `${memberColumns.toReversed().join(',')}\n${good.join(',')}`],
    ['one column less', `${memberColumns.slice(1).join(',')}\n${good.slice(1).join(',')}`],
    ['nothing', ''],
    ['a quote that is never closed', `${memberColumns.join(',')}\n"${good.join(',')}`],
  ])('refuses %s', async (_, text) => {
    expect((await inspect(text)).unusable).toBe(true)
  })
  test('semicolons, as spreadsheets of many countries write them; wrong rows are counted and told', async () => {
    const text = [memberColumns, good, row({ email: '' }), ['m-2', 'Too short']]
      .map(cells => cells.join(';'))
      .join('\r\n')
    const found = await inspect(text)
    expect(found).toMatchObject({ rows: 3, bad: 2, unusable: false })
    expect(found.problems.map(({ row: at, column, mend }) => [at, column, mend.code])).toEqual([
      [3, 'email', 'mend.fill'],
      [4, 'externalUserId', 'mend.cells'],
    ])
  })
})
