import { createMessages, en, isKinoraError, type KinoraError, toKinoraError } from '@kinora/core'
import { exitCodes } from './exit.ts'
import type { Session } from './session.ts'

/** What became of one of several things. */
export type Outcome = { id: string } & ({ done: string } | { error: KinoraError })

/** What `--json` may name of outcomes whose ids are printed as `key`. */
export const outcomeFields = (key: string): readonly string[] => [key, 'ok', 'message']

/** What would meet the next one as well; what comes without an answer may have been done. */
const general: ReadonlySet<string> = new Set(['aborted', 'unauthorised', 'offline', 'timeout'])

/** Does one thing for every id; one that fails never stops the others. Where all of it ends, what was done before is shown. */
export async function forEachId(
  session: Session,
  key: string,
  { ids, act }: { ids: readonly string[]; act: (id: string) => Promise<string> },
): Promise<void> {
  const outcomes: Outcome[] = []
  for (const id of ids) {
    try {
      outcomes.push({ id, done: await act(id) })
    } catch (error) {
      if (!isKinoraError(error) || general.has(error.code)) {
        if (outcomes.length > 0) printOutcomes(session, key, outcomes)
        throw error
      }
      outcomes.push({ id, error: toKinoraError(error) })
    }
  }
  showOutcomes(session, key, outcomes)
}

/** A line for each. One alone fails as itself, several that all fail as the first of them, a mixture with exit code 6. */
export function showOutcomes(session: Session, key: string, outcomes: readonly Outcome[]): void {
  const errors = outcomes.flatMap(outcome => ('error' in outcome ? outcome.error : []))
  if (outcomes.length === 1 && errors.length === 1) throw errors[0]
  printOutcomes(session, key, outcomes)
  if (errors.length > 0 && errors.length === outcomes.length) throw errors[0]
  if (errors.length > 0) session.code = exitCodes.partly
}

function printOutcomes(session: Session, key: string, outcomes: readonly Outcome[]): void {
  const messages = createMessages(en)
  const rows = outcomes.map(outcome => {
    const ok = 'done' in outcome
    return { [key]: outcome.id, ok, message: ok ? outcome.done : messages.error(outcome.error) }
  })
  session.print.table(rows, [
    {
      header: key.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase(),
      value: row => row[key],
      look: 'accent',
    },
    {
      header: 'RESULT',
      value: ({ ok }) => (ok ? '✔ done' : '✖ failed'),
      look: ({ ok }) => (ok ? 'good' : 'bad'),
    },
    { header: 'WHAT', value: ({ message }) => message as string, flexible: true },
  ])
}
