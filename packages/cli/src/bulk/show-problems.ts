import { type Problem, type TranslateBulk, toSentences } from '@kinora/core/bulk'
import { safe } from '../kernel/cells.ts'
import { messages } from '../kernel/messages.ts'
import { type Column, createPaint } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { wordsIn } from './words.ts'

export interface ShownProblem {
  row: number
  externalId: string
  column: string
  level: string
  problem: string
  mend: string
}

function toShown(problem: Problem, say: TranslateBulk): ShownProblem {
  const { what, mend } = toSentences(problem, messages, say)
  const { row, externalId, column, level } = problem
  return { row, externalId, column, level, problem: what, mend }
}

/** A problem in one line: where, what, how to fix it. */
export function toLine(found: Problem, say: TranslateBulk): string {
  const { problem, ...shown } = toShown(found, say)
  return safe`Row ${shown.row}, ${shown.column}: ${/[.!?]$/.test(problem) ? problem : `${problem}.`} ${shown.mend}`
}

const columns: readonly Column<ShownProblem>[] = [
  { header: 'ROW', value: problem => problem.row, align: 'right' },
  { header: 'EXTERNAL ID', value: problem => problem.externalId },
  { header: 'COLUMN', value: problem => problem.column },
  { header: 'LEVEL', value: problem => problem.level },
  { header: 'PROBLEM', value: problem => problem.problem },
  { header: 'HOW TO MEND', value: problem => problem.mend },
]

interface ProblemList {
  add(problems: readonly Problem[]): void
  end(): void
}

/** One line for each problem where a program reads; on a terminal by row, with whole sentences. Shown as they come. */
export function createProblemList(session: Session, say = wordsIn(session)): ProblemList {
  const { print, world } = session
  if (!print.json && world.stdout.isTTY) return listByRow(session, say)
  const list = print.list(columns)
  return { add: problems => list.add(problems.map(problem => toShown(problem, say))), end: () => list.end() }
}

function listByRow({ print, world }: Session, say: TranslateBulk): ProblemList {
  const paint = createPaint(world.stdout, world.env)
  let place = ''
  const show = (problem: ShownProblem) => {
    const here = placeOf(problem)
    if (here !== place) print.line(paint.bold(here))
    place = here
    const mark = problem.level === 'error' ? paint.bad('✖') : paint.warn('!')
    const column = problem.column === '' ? '' : `${paint.accent(problem.column)}  `
    print.line(`  ${mark} ${column}${problem.problem}`)
    print.line(`    ${paint.dim(problem.mend)}`)
  }
  return {
    add: problems => problems.map(problem => toShown(problem, say)).forEach(show),
    end: () => undefined,
  }
}

function placeOf({ row, externalId }: ShownProblem): string {
  if (row < 2) return row === 0 ? 'The file' : 'Header'
  return safe`Row ${row}  ${externalId}`.trimEnd()
}
