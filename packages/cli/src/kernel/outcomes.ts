import { isKinoraError, type KinoraError } from '@kinora/core'
import { addExamples } from './examples.ts'
import { exitCodes } from './exit.ts'
import { printing } from './json-fields.ts'
import type { FillCommand } from './lazy.ts'
import { messages } from './messages.ts'
import type { Column } from './print.ts'
import type { Session } from './session.ts'

/** The outcome of one of several things. */
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
        const isFatal = !isKinoraError(error) || general.has(error.code)
        if (isFatal && outcomes.length > 0) end()
        if (isFatal || ids.length === 1) throw error
        return { id, error }
      },
    )
    outcomes.push(outcome)
    list.add([toRow(key, outcome)])
  }
  end()
  conclude(session, outcomes)
}

/** The answer to a change has nothing to show but to a program; people get a sentence. */
export function showDone({ print }: Session, answer: object, sentence: string): void {
  if (print.json) print.record(answer, [])
  print.done(sentence)
}

interface Each<Flags> {
  /** What the ids are, as `<tag...>`, and in words. */
  argument: readonly [string, string]
  option?: readonly [string, string]
  /** What has to be there for any of them, such as the tenant. */
  before?(session: Session): Promise<unknown>
  act(session: Session, id: string, flags: Flags): Promise<string | Done>
  examples: readonly string[]
}

/** A command that does the same to each of the things that it is given. */
export const ofEach =
  <Flags extends object>(
    key: string,
    { argument, option, before, act, examples }: Each<Flags>,
  ): FillCommand =>
  (command, session) => {
    command.argument(...argument)
    if (option !== undefined) command.option(...option)
    command
      .hook('preAction', printing(session, outcomeFields(key)))
      .action(async (ids: string[], flags: Flags) => {
        await session.send()
        await before?.(session)
        await forEachId(session, key, { ids: [...new Set(ids)], act: id => act(session, id, flags) })
      })
    addExamples(command, examples)
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
