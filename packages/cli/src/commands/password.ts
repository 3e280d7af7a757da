import { assertNoIssues, accounts as calls, checkWith, PasswordChange } from '@kinora/core'
import type { Command } from 'commander'
import { accountText } from '../accounts/texts.ts'
import { askPassword, stdinLines } from '../kernel/passwords.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'

/** C-99: `kinora password`. */
export function addPassword(command: Command, session: Session): void {
  command
    .option('--password-stdin', accountText('help.own.stdin'))
    .action((flags: { passwordStdin?: boolean }) => changePassword(session, flags.passwordStdin ?? false))
}

async function changePassword(session: Session, isStdin: boolean): Promise<void> {
  const { print, profile, world } = session
  const { email } = await session.user()
  const [currentPassword = '', newPassword = ''] = isStdin
    ? await stdinLines(session)
    : [
        await askPassword(session, accountText('own.current')),
        await askPassword(session, accountText('own.next')),
      ]
  const draft = { currentPassword, newPassword }
  assertNoIssues(checkWith(PasswordChange, draft))
  const send = await session.send()
  const fresh = await withSpinner(session, accountText('own.wait'), () => send(calls.changePassword, draft))
  const stored = await profile.tokens.read(await session.url())
  const isVariable = Boolean(world.env.KINORA_TOKEN)
  if (stored !== undefined && !isVariable) await profile.tokens.write({ ...stored.session, ...fresh })
  print.done(accountText('own.done', { email }))
  if (isVariable) print.warn(accountText('own.variable'))
}
