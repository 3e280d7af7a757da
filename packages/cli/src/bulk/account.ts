import { KinoraError } from '@kinora/core'
import type { RunAccount, RunRecord } from '@kinora/core/bulk'
import { safe } from '../kernel/cells.ts'
import type { Session } from '../kernel/session.ts'

/** Who is signed in, and for which tenant. */
export async function accountOf(session: Session): Promise<RunAccount> {
  const { userId, email } = await session.user()
  const { tenant } = session.options
  return { userId, email, ...(tenant === undefined ? {} : { tenant }) }
}

/** Whether a catalogue was run by this account, or by nobody yet. */
export const isRunBy = (run: RunRecord | undefined, account: RunAccount): boolean =>
  run === undefined || (run.account?.userId === account.userId && run.account.tenant === account.tenant)

export function otherAccount(ran: RunAccount, now: RunAccount): KinoraError {
  const { email, tenant } = ran
  const other = () =>
    ran.userId === now.userId
      ? safe`The catalogue was run as ${email} without --tenant. Use the same account without --tenant.`
      : safe`The catalogue was run as ${email}. Sign in as that account.`
  const detail =
    tenant === undefined
      ? other()
      : safe`The catalogue was run as ${email} with --tenant ${tenant}. Use the same account and tenant.`
  return new KinoraError('conflict', { detail })
}
