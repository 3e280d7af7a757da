import type { User } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Caller } from '../kernel/handlers.ts'
import { type Account, findAccount, providerOf, tenantEntries } from './rows.ts'

/** The user behind an account, with what the portal needs to know about it (decision 0005). */
export async function toUser({ db }: Pick<Deps, 'db'>, account: Account): Promise<User> {
  const { userId, displayName, email, role, providerTag } = account
  const tenants = await tenantEntries(db, userId)
  const provider = providerTag === null ? undefined : await providerOf(db, providerTag)
  return { userId, displayName, email, role, tenants, provider: provider ?? null }
}

export function toCaller({ userId, displayName, email, role, tenants, provider }: User): Caller {
  const tenantIds = tenants.map(entry => entry.tenantId)
  return { userId, displayName, email, role, providerId: provider?.tag ?? null, tenantIds }
}

/** The caller that an active account is now; undefined where there is none any more. */
export async function findCaller(deps: Pick<Deps, 'db'>, userId: string): Promise<Caller | undefined> {
  const account = await findAccount(deps.db, { userId })
  return account && toCaller(await toUser(deps, account))
}
