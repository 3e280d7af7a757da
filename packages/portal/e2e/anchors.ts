import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { effortOf, type Tally } from './counted.ts'

interface JobRow {
  job: string
  anchor: string
  known: Omit<Tally, 'deadEnds'>
  ours: Tally
}

/** The rows of the table in docs/jobs.md by their ids. */
function readJobs(): ReadonlyMap<string, JobRow> {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/jobs.md'), 'utf8')
  const rows = text.split('\n').flatMap((line): [string, JobRow][] => {
    const [id = '', job = '', anchor = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    const numbers = cells.map(Number)
    if (numbers.length !== 7 || numbers.some(Number.isNaN)) return []
    const tallyOf = ([clicks, fields, pages]: number[]) => ({
      ...{ clicks: clicks!, fields: fields!, pages: pages! },
    })
    const ours = { ...tallyOf(numbers.slice(3)), deadEnds: numbers[6]! }
    return [[id, { job, anchor, known: tallyOf(numbers), ours }]]
  })
  return new Map(rows)
}

const jobs = readJobs()

/** What was counted is what the documentation says, has no dead end, and is at most what the anchor takes. */
export function expectJob(id: string, tally: Tally): void {
  const row = jobs.get(id)
  expect(row, `docs/jobs.md has no job ${id}`).toBeDefined()
  const { job, anchor, known, ours } = row!
  console.log(`${id} ${job}: ${wordsOf(tally)}, ${tally.deadEnds} dead ends (${anchor}: ${wordsOf(known)})`)
  expect.soft(tally, job).toEqual(ours)
  expect.soft(tally.deadEnds, job).toBe(0)
  expect.soft(effortOf(tally), job).toBeLessThanOrEqual(effortOf(known))
}

const wordsOf = (tally: Omit<Tally, 'deadEnds'>): string =>
  `${tally.clicks} clicks, ${tally.fields} fields, ${tally.pages} pages = ${effortOf(tally)}`
