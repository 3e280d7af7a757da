import { describe, expect, test } from 'vitest'
import { createMessages } from '../../kernel/messages.ts'
import { en } from '../../messages/en.ts'
import { columns, templateRows } from '../csv/columns.ts'
import { readCsv } from '../csv/csv.ts'
import { checkCatalogue } from './check.ts'
import { inspectBatch } from './inspect-batch.ts'
import { type Problem, toSentences } from './problem.ts'

const messages = createMessages(en)
const say = (problem: Problem) => Object.values(toSentences(problem, messages)).join(' ')

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

async function problemsOf(text: string): Promise<Problem[]> {
  const found: Problem[] = []
  for await (const event of checkCatalogue(readCsv(bytesOf(text)), { publish: false }))
    found.push(...(event.kind === 'problems' ? event.problems : event.rows.flatMap(row => row.problems)))
  return found.filter(({ level }) => level === 'error')
}

describe('BULK-07 every problem says how to fix it', () => {
  const awkward = ['zzz:?*|', '-1', 'x'.repeat(20_000), `x${'\t'.repeat(20_000)}x`, 'a;b;c;d;e', '\0']
  const ids = columns.filter(({ name }) => name === 'externalId' || name === 'title')
  const cases = columns.filter(column => !ids.includes(column)).map(({ name }) => name)

  test.each(cases)('in the column %s', async name => {
    for (const value of awkward)
      for (const problem of await problemsOf(`externalId,title,${name}\na1,Yoga,"${value}"\n`))
        expect(say(problem)).not.toMatch(/ [.,]| {2}|“”|""/)
  })

  test('names what the cell takes where the template has no example', async () => {
    const [problem] = await problemsOf('externalId,title,thumbnailType\na1,Yoga,none\n')
    expect(say(problem!)).toBe('Thumbnail type must be one of: auto, custom Enter auto or custom.')
  })

  test('names the order of two dates', async () => {
    const [problem] = await problemsOf('externalId,title,startDate,endDate\na1,Yoga,2026-11-20,2026-11-19\n')
    expect(say(problem!)).toContain('Use a date after the start date.')
  })

  test('asks for another external id where the cell is filled, for one where it is empty', async () => {
    const mendOf = async (cell: string) =>
      (await problemsOf(`externalId,title\n${cell},Yoga\n`)).map(({ column, mend }) => [column, mend.code])
    expect(await mendOf('a\0b')).toEqual([['externalId', 'mend.correct']])
    expect(await mendOf('')).toEqual([['externalId', 'mend.fillExternalId']])
  })

  test('counts the cells of a row', async () => {
    const found = await problemsOf('externalId,title,skill\na1\n')
    expect(say(found[0]!)).toBe(
      'The row has 1 cell, the header has 3. Give every row as many cells as the header. Put cells that hold the delimiter, a quote or a line break in quotes.',
    )
  })

  test('points to the template where a batch has another header', async () => {
    const [header] = templateRows()
    const { problems } = await inspectBatch(readCsv(bytesOf(`${header!.slice(0, -1).join(',')}\na1,Yoga\n`)))
    expect(say(problems[0]!)).toMatch(/Start from the template\.$/)
  })
})
