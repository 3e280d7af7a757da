import { createMessages, en, isKinoraError, toKinoraError } from '@kinora/core'
import { exitCodes } from '../kernel/exit.ts'
import { namesOf } from '../kernel/json-fields.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'

interface Outcome {
  tag: string
  ok: boolean
  message: string
}

/** What `--json` may name of it. */
export const outcomeFields = namesOf<Outcome>({ tag: true, ok: true, message: true })

/**
 * Does one thing for every tag; one that fails never stops the others. One tag fails as itself, several that all
 * fail as the first of them, a mixture with exit code 6.
 */
export async function forEachTag(
  session: Session,
  tags: readonly string[],
  act: (tag: string) => Promise<string>,
): Promise<void> {
  const outcomes: Outcome[] = []
  let first: unknown
  for (const tag of tags) {
    try {
      outcomes.push({ tag, ok: true, message: await act(tag) })
    } catch (error) {
      const fatal = !isKinoraError(error) || ['aborted', 'unauthorised', 'offline'].includes(error.code)
      if (fatal || tags.length === 1) throw error
      first ??= error
      outcomes.push({ tag, ok: false, message: createMessages(en).error(toKinoraError(error)) })
    }
  }
  showOutcomes(session, outcomes)
  if (first !== undefined && outcomes.every(({ ok }) => !ok)) throw first
}

/** A line for each thing done; exit code 6 where only some of it was. */
export function showOutcomes(session: Session, outcomes: readonly Outcome[]): void {
  session.print.table(outcomes, [
    { header: 'TAG', value: ({ tag }) => tag, look: 'accent' },
    {
      header: 'RESULT',
      value: ({ ok }) => text(ok ? 'outcome.done' : 'outcome.failed'),
      look: ({ ok }) => (ok ? 'good' : 'bad'),
    },
    { header: 'WHAT', value: ({ message }) => message, flexible: true },
  ])
  const failed = outcomes.filter(({ ok }) => !ok).length
  if (failed > 0 && failed < outcomes.length) session.code = exitCodes.partly
}
