import { type Issue, MediaPlatform } from '@kinora/core'
import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports/db.ts'
import type { HostedSite } from '../ports/services.ts'
import { isNotDeleted } from '../stored-providers/index.ts'
import { providersTable as p } from '../stored-providers/tables.ts'
import { tenantsTable as t } from '../tenants/tables.ts'

/**
 * C-139: with what JW Player is asked for a title on a tenant’s site: the tenant’s own site id and secret, else those of its own
 * provider, else those of the title’s provider. undefined where none has both.
 */
export async function findHostedSite(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { tenantId, providerId }: { tenantId: string; providerId: string | null },
): Promise<HostedSite | undefined> {
  const { jwPlayerSiteId, jwPlayerSecret } = t
  const [tenant] = await db.select({ jwPlayerSiteId, jwPlayerSecret }).from(t).where(eq(t.tenantId, tenantId))
  const providers = await db
    .select({ tenantId: p.tenantId, siteId: p.jwPlayerSiteId, sealed: p.jwPlayerSecret })
    .from(p)
    .where(
      and(isHosted, or(eq(p.tenantId, tenantId), providerId === null ? undefined : eq(p.tag, providerId))),
    )
  const own = { siteId: tenant?.jwPlayerSiteId.trim(), sealed: tenant?.jwPlayerSecret?.sealed }
  const others = providers.toSorted(one => (one.tenantId === tenantId ? -1 : 1))
  const found = [own, ...others].find(({ siteId, sealed }) => siteId && sealed)
  return found && toSite(found.siteId!, secrets.open(found.sealed!))
}

/** The stored secret is that of the management API and, behind a blank, that which signs; one alone is both. */
function toSite(siteId: string, stored: string): HostedSite {
  const [secret = '', signingSecret = secret] = stored.trim().split(/\s+/)
  return { siteId, secret, signingSecret }
}

/** Providers that have what JW Player is asked with. */
const isHosted = and(
  isNotDeleted,
  eq(p.mediaPlatform, MediaPlatform.JwPlayer),
  isNotNull(p.jwPlayerSecret),
  isNotNull(p.jwPlayerSiteId),
  ne(p.jwPlayerSiteId, ''),
)

interface Chosen {
  before: MediaPlatform | undefined
  chosen: MediaPlatform | undefined
  /** Of a tenant whether it has its own site id and secret; providers are checked by core. */
  hasOwn?: boolean
}

/** C-139: media platform 1 is refused where it couldn't work: with nowhere to fetch from, or nothing to ask with. What stands already stays. */
export async function checkMediaPlatform(
  db: Database,
  { settings }: Pick<Deps, 'settings'>,
  { before, chosen, hasOwn = true }: Chosen,
): Promise<Issue[]> {
  if (chosen !== MediaPlatform.JwPlayer || before === chosen) return []
  const path = 'mediaPlatform'
  if (settings.publicUrl === undefined) return [{ path, code: 'platform.noAddress' }]
  if (hasOwn || (await db.$count(p, isHosted)) > 0) return []
  return [{ path, code: 'platform.noCredentials' }]
}
