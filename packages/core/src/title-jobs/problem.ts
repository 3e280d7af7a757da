import type { Issue } from '../kernel/errors.ts'
import type { TitleJobProblem } from './schema.ts'

/**
 * Why a title was refused, or what else is to be said of it, in the words of a catalogue; empty for nothing. What
 * follows the first issue is named in its text, where it asks for a reason or for what is missing.
 */
export function toProblemWords(problem: TitleJobProblem, issue: (issue: Issue) => string): string {
  const [first, ...rest] = problem as Issue[]
  if (first === undefined) return ''
  const reason = toProblemWords(rest as TitleJobProblem, issue)
  const missing = rest.map(issue).join(', ')
  return issue({ ...first, params: { ...first.params, ...(rest.length > 0 && { reason, missing }) } })
}
