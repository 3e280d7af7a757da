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

/** A caller with what an access token also says: which of the account’s generations of sessions it belongs to. */
export interface TokenHolder extends Caller {
  sessionGeneration: number
}

export function toCaller(user: User, { sessionGeneration }: Pick<Account, 'sessionGeneration'>): TokenHolder {
  const { userId, displayName, email, role, tenants, provider } = user
  const tenantIds = tenants.map(entry => entry.tenantId)
  return { userId, displayName, email, role, providerId: provider?.tag ?? null, tenantIds, sessionGeneration }
}

/** The caller that an active account is now; undefined where there is none any more. */
export async function findCaller(deps: Pick<Deps, 'db'>, userId: string): Promise<TokenHolder | undefined> {
  const account = await findAccount(deps.db, { userId })
  return account && toCaller(await toUser(deps, account), account)
}
