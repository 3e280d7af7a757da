import { Role } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Caller } from '../kernel/handlers.ts'
import { callingKey, findMaker, type KeyRow, notAccepted, tenantsLeft } from '../keys/index.ts'
import type { Database } from '../ports/db.ts'
import { entriesOfTenants, providerOf } from '../session/index.ts'
import { findSession, toGrant } from './rows.ts'
import { tenantOriginsTable as o } from './tables.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'settings'>

/**
 * KEY-06: whom an embed session speaks for: the tenant or the provider that it acts for, with rights of its key, as a person of the
 * host. Session, key, maker and side are looked at with every call: what ends ends at once. Throws `unauthorised`.
 */
export async function readEmbedSession(token: string, deps: Needs): Promise<Caller> {
  const found = await findSession(deps.db, token, deps.clock.now())
  if (found === undefined) throw notAccepted('embed.ended')
  const { session, key } = found
  const maker = await findMaker(key, deps)
  const { asTenantId: tenantId, asProviderId: providerId } = session
  const side = await actingAs(maker, key, { tenantId, providerId }, deps.db)
  if (side === undefined) throw notAccepted('embed.ended')
  const known = await originsOf(key, session.asTenantId, deps)
  const origins = session.origins.length === 0 ? known : session.origins.filter(one => known.includes(one))
  // The host’s pages aren’t let in any more.
  if (session.origins.length > 0 && origins.length === 0) throw notAccepted('embed.ended')
  const rights = session.rights.filter(right => key.rights.includes(right))
  return {
    ...maker,
    ...side,
    key: { ...callingKey(key, maker), rights, networks: [] },
    embedded: { ...toGrant(session), rights, origins },
  }
}

export interface Side {
  tenantId?: string | null | undefined
  providerId?: string | null | undefined
}

/**
 * A tenant or a provider as the maker of a key may act for it; undefined where it may not, or the side is gone. A tenant's and a
 * provider's own keys act for these alone, one for certain tenants for these, and one of an administrator for every one.
 */
export async function actingAs(
  maker: Caller,
  key: KeyRow,
  { tenantId, providerId }: Side,
  db: Database,
): Promise<Pick<Caller, 'role' | 'tenantIds' | 'providerId'> | undefined> {
  if (tenantId) {
    const isOfAll = maker.role === Role.Admin && key.tenantIds.length === 0
    const may = isOfAll
      ? (await entriesOfTenants(db, [tenantId])).length > 0
      : (await tenantsLeft(maker, key, db)).includes(tenantId)
    return may ? { role: Role.Tenant, tenantIds: [tenantId], providerId: maker.providerId } : undefined
  }
  if (!providerId || key.tenantIds.length > 0) return undefined
  const may =
    maker.role === Role.Admin
      ? (await providerOf(db, providerId)) !== undefined
      : maker.role === Role.Provider && maker.providerId === providerId
  return may ? { role: Role.Provider, tenantIds: [], providerId } : undefined
}

/** The origins that a key and the tenant acted for let in, and those of the operator. */
export async function originsOf(
  { origins }: Pick<KeyRow, 'origins'>,
  tenantId: string | null,
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
): Promise<string[]> {
  const [ofTenant] =
    tenantId === null ? [] : await db.select({ origins: o.origins }).from(o).where(eq(o.tenantId, tenantId))
  return [...new Set([...(settings.origins ?? []), ...origins, ...(ofTenant?.origins ?? [])])]
}
