import { KinoraError } from '@kinora/core'
import type { RunAccount, RunRecord } from '@kinora/core/bulk'
import type { Session } from '../kernel/session.ts'
import { bulkText } from './texts.ts'

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
  const values = { email: ran.email, tenant: ran.tenant ?? '' }
  const without = ran.userId === now.userId ? 'run.withoutTenant' : 'run.otherAccount'
  const key = ran.tenant === undefined ? without : 'run.otherTenant'
  return new KinoraError('conflict', { detail: bulkText(key, values) })
}
