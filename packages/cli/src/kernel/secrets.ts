import type { Command } from 'commander'
import { say } from './cells.ts'
import { agree, requireFlag, type Session } from './session.ts'

/** What stands for a secret that comes on stdin. */
const FROM_STDIN = '-'

/**
 * Values of flags that are secrets: `@FILE` is the first line of that file, `-` a line of stdin, one for each in the order of
 * the fields. What is on a command line is in the history of the shell.
 */
export async function withSecrets(
  session: Session,
  given: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Promise<Record<string, unknown>> {
  const read = { ...given }
  const asked = fields.filter(field => given[field] === FROM_STDIN)
  const lines = asked.length === 0 ? [] : await stdinLines(session)
  for (const [nth, field] of asked.entries()) read[field] = lines[nth] ?? ''
  for (const field of fields) {
    const value = given[field]
    if (typeof value === 'string' && value.startsWith('@'))
      read[field] = (await session.world.files.text(value.slice(1))).split(/\r?\n/, 1)[0] ?? ''
  }
  return read
}

/** `--yes` for a command whose flags may remove secrets. */
export function addRemovalFlag(command: Command, secrets: readonly string[] = []): void {
  if (secrets.length > 0) command.option('-y, --yes', 'skip the confirmation of removing a secret')
}

/** C-124: a secret that an empty value removes is asked about; without a terminal `--yes` is. */
export async function agreeToRemoval(
  session: Session,
  {
    given,
    secrets = [],
    yes,
  }: { given: Readonly<Record<string, unknown>>; secrets?: readonly string[] | undefined; yes: boolean },
): Promise<void> {
  const removed = secrets.filter(field => given[field] === null)
  const count = removed.length
  if (count === 0) return
  await agree(
    session,
    yes,
    say(
      {
        one: 'Remove the stored secret ({{fields}})? It can’t be read back.',
        other: 'Remove the stored secrets ({{fields}})? They can’t be read back.',
      },
      { count, fields: removed.join(', ') },
    ),
  )
}

/** The lines of stdin: a password ends at the end of its line; blanks inside it and before it belong to it. */
export const stdinLines = async ({ world }: Session): Promise<string[]> =>
  (await world.stdin.text()).split(/\r?\n/)

/** A password that is typed without being shown. */
export async function askPassword(session: Session, question: string): Promise<string> {
  requireFlag(session, '--password-stdin')
  return (await session.world.prompt()).password(question)
}
