import type { Channel } from '@kinora/core'
import { asc, eq, sql } from 'drizzle-orm'
import { everything, nothing } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../providers/tables.ts'
import { channelsTable } from './tables.ts'

/** F-2 `list channels`: those of the own provider, or published to the tenant. */
function inScope(scope: Scope) {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'provider') return eq(channelsTable.providerTag, scope.providerId)
  if (scope.kind === 'unchosen') return nothing
  return sql`(EXISTS (SELECT 1 FROM channel_tenants ct
      WHERE ct.channel_tag = ${channelsTable.tag} AND ct.tenant_id = ${scope.tenantId})
    OR ${providersTable.tenantId} = ${scope.tenantId})`
}

/** A tenant doesn't learn which other tenants a channel is published to. */
export async function listChannels(scope: Scope, db: Database): Promise<Channel[]> {
  const rows = await db
    .select({
      channel: channelsTable,
      providerName: providersTable.displayName,
      tenants: sql<string[]>`ARRAY(SELECT ct.tenant_id FROM channel_tenants ct
        WHERE ct.channel_tag = ${channelsTable.tag} ORDER BY ct.tenant_id)`,
    })
    .from(channelsTable)
    .innerJoin(providersTable, eq(providersTable.tag, channelsTable.providerTag))
    .where(inScope(scope))
    .orderBy(asc(channelsTable.displayName))
  return rows.map(({ channel, providerName, tenants }) => ({
    tag: channel.tag,
    name: channel.name,
    displayName: channel.displayName,
    description: channel.description,
    providerId: channel.providerTag,
    providerName,
    Availability: { inClub: channel.inClub, appAndweb: channel.appAndWeb, hotel: channel.hotel },
    active: channel.isActive,
    tenants: scope.kind === 'tenant' ? tenants.filter(tenant => tenant === scope.tenantId) : tenants,
    mediaSpaceImageUrl: channel.mediaSpaceImageUrl,
    profileImageUrl: channel.profileImageUrl,
  }))
}
