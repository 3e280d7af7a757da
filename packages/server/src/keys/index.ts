import type { EmbedFeature, Endpoint } from '@kinora/core'
import { en, fillText, KinoraError, mayWithRights, Role, refusalInSession, rightsOf } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Caller } from '../kernel/handlers.ts'
import type { Database } from '../ports/db.ts'
import { entriesOfTenants, findCaller } from '../session/index.ts'
import { endOf, findKey, notAccepted, touchKey } from './rows.ts'
import { isKey, modeOf } from './secret.ts'
import type { KeyRow } from './tables.ts'

export { findKeyRow, isKeyOrigin, notAccepted, revokeKeysOf } from './rows.ts'
export { hashOfSecret, isEmbedToken, newSecret } from './secret.ts'
export type { KeyRow }
export { isKey }

type Needs = Pick<Deps, 'db' | 'clock' | 'settings'>

/**
 * KEY-01, KEY-02: whom a key speaks for: its maker, as that account is now and was when it was made, whichever is less. Throws
 * `unauthorised` for one that is forged, of another platform, revoked or ended, or whose maker is gone or became somebody else.
 * Everything is looked at with every call, so that what ends ends at once. `chosen`: the tenant that the call names.
 */
export async function readCallingKey(
  secret: string,
  deps: Needs & Pick<Deps, 'log'>,
  chosen = '',
): Promise<Caller> {
  const { key, maker } = await findGood(secret, deps)
  // Where the disk is full, what only reads goes on.
  await touchKey(deps.db, key, deps.clock.now()).catch(err =>
    deps.log.error({ err, keyId: key.keyId }, 'the use of a key could not be recorded'),
  )
  const caller = await narrowed(maker, { key, chosen, db: deps.db })
  return { ...caller, key: callingKey(key, maker) }
}

/** What a call is made with. */
export const callingKey = (
  { keyId, name, rights, networks }: KeyRow,
  { role: makerRole }: Pick<Caller, 'role'>,
): NonNullable<Caller['key']> => ({ keyId, name, rights, networks, makerRole })

/** The same check of a call that takes its time. */
export async function assertKeyGood(secret: string, deps: Needs): Promise<void> {
  await findGood(secret, deps)
}

async function findGood(secret: string, deps: Needs): Promise<{ key: KeyRow; maker: Caller }> {
  if (modeOf(secret) !== (deps.settings.keyMode ?? 'live')) throw notAccepted('key.wrong')
  const key = await findKey(deps.db, secret, deps.clock.now())
  if (key === undefined) throw notAccepted('key.wrong')
  return { key, maker: await findMaker(key, deps) }
}

/** Whoever made the key, as the account is now; throws `unauthorised` where the key or the account is no good any more. */
export async function findMaker(key: KeyRow, { db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Caller> {
  if (key.revokedAt !== null) throw notAccepted('key.revoked')
  if (endOf(key) <= clock.now().getTime()) throw notAccepted('key.ended')
  const holder = await findCaller({ db }, key.userId)
  if (holder === undefined || holder.role !== key.role) throw notAccepted('key.maker')
  // What it was made for: an account that moved to another provider takes no key along.
  if (key.role === Role.Provider && holder.providerId !== key.providerId) throw notAccepted('key.maker')
  const { sessionGeneration: _, ...maker } = holder
  return maker
}

/**
 * KEY-02: a key for certain tenants acts as one of them does, whoever made it, the one that the call names or the first; of a
 * tenant's own only those that its maker still acts for.
 */
async function narrowed(
  maker: Caller,
  { key, chosen, db }: { key: KeyRow; chosen: string; db: Database },
): Promise<Caller> {
  if (key.tenantIds.length === 0) return maker
  const left = await tenantsLeft(maker, key, db)
  const first = left.includes(chosen) ? chosen : left[0]
  if (first === undefined) throw notAccepted('key.maker')
  return { ...maker, role: Role.Tenant, tenantIds: [first, ...left.filter(id => id !== first)] }
}

/** The tenants of a key that it may still act for, in its order. */
export async function tenantsLeft(
  maker: Caller,
  { tenantIds }: Pick<KeyRow, 'tenantIds'>,
  db: Database,
): Promise<string[]> {
  const theirs =
    maker.role === Role.Tenant
      ? // ROLE-10: the one that its maker acts for, and no other of its entries.
        maker.tenantIds.slice(0, 1)
      : (await entriesOfTenants(db, tenantIds)).map(({ tenantId }) => tenantId)
  return tenantIds.filter(id => theirs.includes(id))
}

/** KEY-02, KEY-06: throws `forbidden` where the rights of the key, or the session of it, haven't the call, and says why. */
export function assertRight(
  call: Pick<Endpoint, 'id' | 'method'>,
  { key, embedded: embed }: Pick<Caller, 'key' | 'embedded'>,
): void {
  if (key === undefined) return
  const rights = rightsOf(call.id).join(' or ')
  if (embed !== undefined) {
    const limits = { ...embed, rights: key.rights }
    const why = refusalInSession(call, limits)
    if (why === 'right')
      throw forbidden(rights === '' ? en['key.never'] : fillText(en['embed.noRight'], { rights }))
    if (why === 'titles') throw forbidden(en['embed.notTheseTitles'])
    if (why !== undefined) throw featureOff(why.feature)
    return
  }
  if (mayWithRights(call.id, key.rights)) return
  throw forbidden(rights === '' ? en['key.never'] : fillText(en['key.noRight'], { rights }))
}

/** KEY-06: throws `forbidden` where the host has turned this off, of what only the call itself knows. */
export function assertFeature(
  { embedded: embed }: Pick<Caller, 'embedded'>,
  feature: EmbedFeature | undefined,
): void {
  if (feature !== undefined && embed?.features[feature] === false) throw featureOff(feature)
}

const forbidden = (detail: string) => new KinoraError('forbidden', { detail })
const featureOff = (feature: EmbedFeature) => forbidden(fillText(en['embed.featureOff'], { feature }))
