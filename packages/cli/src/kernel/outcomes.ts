import { isKinoraError, type KinoraError } from '@kinora/core'
import { exitCodes } from './exit.ts'
import { messages } from './messages.ts'
import type { Column } from './print.ts'
import type { Session } from './session.ts'

/** What became of one of several things. */
export type Outcome = { id: string } & ({ done: string } | { error: KinoraError })

/** What was done, and what to do next: a command is a remark of its own, because a narrow table would cut it. */
export interface Done {
  done: string
  next: string
}

/** What `--json` may name of outcomes whose ids are printed as `key`. */
export const outcomeFields = (key: string): readonly string[] => [key, 'ok', 'message']

/** What would meet the next one as well; what comes without an answer may have been done. */
const general: ReadonlySet<string> = new Set(['aborted', 'unauthorised', 'offline', 'timeout'])

/**
 * Does one thing for every id, and shows what became of it as soon as it is known; one that fails never stops the others. Where all of
 * it ends, what was done before is shown. One alone fails as itself.
 */
export async function forEachId(
  session: Session,
  key: string,
  { ids, act }: { ids: readonly string[]; act: (id: string) => Promise<string | Done> },
): Promise<void> {
  const outcomes: Outcome[] = []
  const next: string[] = []
  const list = session.print.list(columnsOf(key))
  const end = () => {
    list.end()
    for (const each of next) session.print.note(each)
  }
  for (const id of ids) {
    const outcome = await act(id).then(
      (found): Outcome => {
        if (typeof found === 'string') return { id, done: found }
        next.push(found.next)
        return { id, done: found.done }
      },
      (error: unknown): Outcome => {
        const isGeneral = !isKinoraError(error) || general.has(error.code)
        if (isGeneral && outcomes.length > 0) end()
        if (isGeneral || ids.length === 1) throw error
        return { id, error }
      },
    )
    outcomes.push(outcome)
    list.add([toRow(key, outcome)])
  }
  end()
  conclude(session, outcomes)
}

/** A line for each. One alone fails as itself, several that all fail as the first of them, a mixture with exit code 6. */
export function showOutcomes(session: Session, key: string, outcomes: readonly Outcome[]): void {
  const [first] = outcomes
  if (outcomes.length === 1 && first !== undefined && 'error' in first) throw first.error
  session.print.table(
    outcomes.map(outcome => toRow(key, outcome)),
    columnsOf(key),
  )
  conclude(session, outcomes)
}

function conclude(session: Session, outcomes: readonly Outcome[]): void {
  const errors = outcomes.flatMap(outcome => ('error' in outcome ? outcome.error : []))
  if (errors.length > 0 && errors.length === outcomes.length) throw errors[0]
  if (errors.length > 0) session.code = exitCodes.partly
}

const toRow = (key: string, outcome: Outcome) => ({
  [key]: outcome.id,
  ok: 'done' in outcome,
  message: 'done' in outcome ? outcome.done : messages.error(outcome.error),
})

const columnsOf = (key: string): readonly Column<ReturnType<typeof toRow>>[] => [
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
]
