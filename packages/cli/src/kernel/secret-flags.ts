import { stdinLines } from './passwords.ts'
import type { Session } from './session.ts'

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
