import { profileFlag } from './profile.ts'
import type { Session } from './session.ts'

/** Quotes a word for a shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** ` --profile staging --url …`: what a command that a person is told to run needs to go where this one went. */
export function contextFlags(session: Session): string {
  const { options, isUrlNamed, isTenantNamed } = session
  const url = isUrlNamed ? ` --url ${quoted(options.url ?? '')}` : ''
  const tenant = isTenantNamed ? ` --tenant ${quoted(options.tenant ?? '')}` : ''
  return `${profileFlag(session)}${url}${tenant}`
}
