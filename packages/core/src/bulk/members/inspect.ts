import { isKinoraError } from '../../kernel/errors.ts'
import type { BatchInspection } from '../check/inspect-batch.ts'
import { toProblem } from '../check/problem.ts'
import type { RecordSource } from '../run/ports.ts'
import { readMembers, toMemberProblem } from './read.ts'

/** Problems that are held to be shown; all are counted. */
const MAX_PROBLEMS = 10_000

/** USER-05: a file of members on its way into an import, checked alike by portal, terminal and server. */
export async function inspectMembers(records: RecordSource): Promise<BatchInspection> {
  const found: BatchInspection = { problems: [], rows: 0, bad: 0, unusable: false }
  try {
    for await (const event of readMembers(records)) {
      if (event.kind === 'unusable') {
        found.problems.unshift(event.problem)
        found.unusable = true
        break
      }
      found.rows += event.rows.length
      for (const row of event.rows) {
        if (!('issues' in row)) continue
        found.bad += 1
        if (found.problems.length < MAX_PROBLEMS)
          found.problems.push(...row.issues.map(issue => toMemberProblem(row, issue)))
      }
    }
  } catch (error) {
    if (!isKinoraError(error)) throw error
    found.problems.unshift(...error.issues.map(issue => toProblem({ row: 0 }, issue)))
    found.unusable = true
  }
  return found
}
