import { en, fillText, KinoraError, mayWithRights, Role, rightsOf } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Caller } from '../kernel/handlers.ts'
import { entriesOfTenants, findCaller } from '../session/index.ts'
import { endOf, findKey, notAccepted, touchKey } from './rows.ts'
import { isKey, modeOf } from './secret.ts'
import type { KeyRow } from './tables.ts'

export { isKey }

type Needs = Pick<Deps, 'db' | 'clock' | 'settings'>

/**
 * KEY-01, KEY-02: whom a key speaks for: its maker, as that account is now and was when it was made, whichever is less. Throws
 * `unauthorised` for one that is forged, of another platform, revoked or ended, or whose maker is gone or became somebody else.
 * Everything is looked at with every call, so that what ends ends at once. `chosen`: the tenant that the call names.
 */
export async function readCallingKey(secret: string, deps: Needs, chosen = ''): Promise<Caller> {
  const { key, maker } = await findGood(secret, deps)
  await touchKey(deps.db, key, deps.clock.now())
  const { keyId, name, rights, networks } = key
  const caller = await narrowed(maker, { key, chosen, db: deps.db })
  return { ...caller, key: { keyId, name, rights, networks, makerRole: maker.role } }
}

/** The same check of a call that takes its time. */
export async function assertKeyGood(secret: string, deps: Needs): Promise<void> {
  await findGood(secret, deps)
}

async function findGood(secret: string, deps: Needs): Promise<{ key: KeyRow; maker: Caller }> {
  const now = deps.clock.now()
  if (modeOf(secret) !== (deps.settings.keyMode ?? 'live')) throw notAccepted('key.wrong')
  const key = await findKey(deps.db, secret, now)
  if (key === undefined) throw notAccepted('key.wrong')
  if (key.revokedAt !== null) throw notAccepted('key.revoked')
  if (endOf(key) <= now.getTime()) throw notAccepted('key.ended')
  const holder = await findCaller(deps, key.userId)
  if (holder === undefined || holder.role !== key.role) throw notAccepted('key.maker')
  // What it was made for: an account that moved to another provider takes no key along.
  if (key.role === Role.Provider && holder.providerId !== key.providerId) throw notAccepted('key.maker')
  const { sessionGeneration: _, ...maker } = holder
  return { key, maker }
}

/**
 * KEY-02: a key for certain tenants acts as one of them does, whoever made it, the one that the call names or the first; of a
 * tenant's own only those that its maker still acts for.
 */
async function narrowed(
  maker: Caller,
  { key: { tenantIds }, chosen, db }: { key: KeyRow; chosen: string } & Pick<Deps, 'db'>,
): Promise<Caller> {
  if (tenantIds.length === 0) return maker
  const theirs =
    maker.role === Role.Tenant
      ? // ROLE-10: the one that its maker acts for, and no other of its entries.
        maker.tenantIds.slice(0, 1)
      : (await entriesOfTenants(db, tenantIds)).map(({ tenantId }) => tenantId)
  const left = tenantIds.filter(id => theirs.includes(id))
  const first = left.includes(chosen) ? chosen : left[0]
  if (first === undefined) throw notAccepted('key.maker')
  return { ...maker, role: Role.Tenant, tenantIds: [first, ...left.filter(id => id !== first)] }
}

/** KEY-02: throws `forbidden` where the rights of the key haven't the call, and says which would. */
export function assertRight(id: string, { key }: Pick<Caller, 'key'>): void {
  if (key === undefined || mayWithRights(id, key.rights)) return
  const rights = rightsOf(id)
  throw new KinoraError('forbidden', {
    detail:
      rights.length === 0 ? en['key.never'] : fillText(en['key.noRight'], { rights: rights.join(' or ') }),
  })
}
