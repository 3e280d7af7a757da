import { assertNoIssues, accounts as calls, checkWith, PasswordChange } from '@kinora/core'
import type { Command } from 'commander'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { askPassword, stdinLines } from '../kernel/passwords.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'

/** C-99: `kinora password`. */
export function addPassword(command: Command, session: Session): void {
  command
    .option('--password-stdin', 'read the current and the new password from stdin, one line each')
    .action((flags: { passwordStdin?: boolean }) => changePassword(session, flags.passwordStdin ?? false))
  addExamples(command, ['', '--password-stdin < passwords.txt'])
}

async function changePassword(session: Session, isStdin: boolean): Promise<void> {
  const { print, profile, world } = session
  const { email } = await session.user()
  const [currentPassword = '', newPassword = ''] = isStdin
    ? await stdinLines(session)
    : [await askPassword(session, 'Current password'), await askPassword(session, 'New password')]
  const draft = { currentPassword, newPassword }
  assertNoIssues(checkWith(PasswordChange, draft))
  const send = await session.send()
  const fresh = await withSpinner(session, 'Changing the password', () => send(calls.changePassword, draft))
  const stored = await profile.tokens.read(await session.url())
  const isVariable = Boolean(world.env.KINORA_TOKEN)
  if (stored !== undefined && !isVariable) await profile.tokens.write({ ...stored.session, ...fresh })
  print.done(safe`Changed the password of ${email}. Every other session of the account has ended.`)
  if (isVariable)
    print.warn('KINORA_TOKEN ended with the other sessions. Sign in to get a new token: kinora login')
}
