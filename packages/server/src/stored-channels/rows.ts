import {
  type Channel,
  type ChannelDraft,
  type ChannelRecord,
  KinoraError,
  type Page,
  type PageInput,
  type SiteChannel,
} from '@kinora/core'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { alphabetical, everything, nothing } from '../kernel/db/queries.ts'
import { crud } from '../kernel/rows/crud.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { channelsTable as t } from './tables.ts'

type StoredChannel = typeof t.$inferSelect

/** F-2 `list channels`: those of the own provider, or published to the tenant. */
export function isChannelInScope(scope: Scope): SQL {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'provider') return eq(t.providerTag, scope.providerId)
  if (scope.kind === 'unchosen') return nothing
  return sql`(EXISTS (SELECT 1 FROM channel_tenants ct
      WHERE ct.channel_tag = ${t.tag} AND ct.tenant_id = ${scope.tenantId})
    OR ${t.providerTag} IN (SELECT p.tag FROM providers p WHERE p.tenant_id = ${scope.tenantId}))`
}

/** What people write of a channel; the tenants that it is published to are told by the entries of publishing. */
export const toChannelDraft = (row: StoredChannel): ChannelDraft => ({
  name: row.name,
  providerId: row.providerTag,
  displayName: row.displayName,
  description: row.description,
  Availability: { inClub: row.inClub, appAndweb: row.appAndWeb, hotel: row.hotel },
  kinds: row.kinds,
  active: row.isActive,
  mediaSpaceImageUrl: row.mediaSpaceImageUrl,
  profileImageUrl: row.profileImageUrl,
})

/** Writes of channels, which only those make who manage all of them. */
export const channelRows = crud(t, {
  noun: 'channels',
  id: 'tag',
  owns: scope => (scope.kind === 'all' ? everything : nothing),
  sees: isChannelInScope,
  owner: ({ providerTag }) => ({ providerId: providerTag }),
  order: [],
  toDraft: toChannelDraft,
  toEntity: row => row,
})

/** A tenant doesn't learn which other tenants a channel is published to. */
export async function listChannels(scope: Scope, db: Database): Promise<Channel[]> {
  const rows = await select(db)
    .where(isChannelInScope(scope))
    .orderBy(alphabetical(t.displayName), asc(t.tag))
  return rows.map(row => toChannel(scope, row))
}

/** One page by name, those of a scope that match `where`. */
export async function searchChannels(
  scope: Scope,
  db: Database,
  { page, take, where }: Pick<PageInput, 'page' | 'take'> & { where?: SQL | undefined },
): Promise<Page<ChannelRecord>> {
  const wanted = and(isChannelInScope(scope), where)
  const rows = select(db).where(wanted).orderBy(alphabetical(t.displayName), asc(t.tag)).$dynamic()
  const joined = db
    .select({ tag: t.tag })
    .from(t)
    .innerJoin(providersTable, eq(providersTable.tag, t.providerTag))
    .where(wanted)
  const found = await readPage(rows, exactly(db.$count(joined.as('found'))), { page, take })
  return { ...found, data: found.data.map(row => toRecord(scope, row)) }
}

/** CHAN-18, C-141: what a site shows of channels, those of its product. */
export async function listShownChannels(
  { tenantId, product }: OfTenant,
  db: Database,
  page: PageInput,
): Promise<Page<SiteChannel>> {
  const { tag, displayName, description, profileImageUrl, mediaSpaceImageUrl } = t
  const where = and(
    ...[eq(t.isActive, true), product && sql`${product} = ANY(${t.kinds})`],
    sql`EXISTS (SELECT 1 FROM channel_tenants ct WHERE ct.channel_tag = ${tag} AND ct.tenant_id = ${tenantId})`,
  )
  const rows = db
    .select({ tag, displayName, description, profileImageUrl, mediaSpaceImageUrl })
    .from(t)
    .where(where)
    .orderBy(alphabetical(displayName), asc(tag))
    .$dynamic()
  return readPage(rows, exactly(db.$count(t, where)), page)
}

/** The channel, or `notFound`. */
export async function readChannel(scope: Scope, db: Database, tag: string): Promise<ChannelRecord> {
  const [row] = await select(db).where(and(eq(t.tag, tag), isChannelInScope(scope)))
  if (row === undefined) throw notFound()
  return toRecord(scope, row)
}

/** C-136: the channels of the own provider; those who manage channels have all. */
const ownedBy = (scope: Scope): SQL =>
  scope.kind === 'tenant'
    ? sql`${t.providerTag} IN (SELECT p.tag FROM providers p WHERE p.tenant_id = ${scope.tenantId})`
    : isChannelInScope(scope)

/** Throws where it is no own channel: `forbidden` for one that is only seen. `forUpdate` until the transaction ends. */
export async function assertOwnChannel(
  scope: Scope,
  db: Database,
  { tag, forUpdate = false }: { tag: string; forUpdate?: boolean },
): Promise<void> {
  const own = db
    .select({ tag: t.tag })
    .from(t)
    .where(and(eq(t.tag, tag), ownedBy(scope)))
    .$dynamic()
  if ((await (forUpdate ? own.for('no key update') : own)).length > 0) return
  throw (await isChannelSeen(scope, db, tag)) ? new KinoraError('forbidden') : notFound()
}

/** Whether the caller sees such a channel. */
export async function isChannelSeen(scope: Scope, db: Database, tag: string): Promise<boolean> {
  const rows = await db
    .select({ tag: t.tag })
    .from(t)
    .where(and(eq(t.tag, tag), isChannelInScope(scope)))
  return rows.length > 0
}

const select = (db: Database) =>
  db
    .select({
      channel: t,
      providerName: providersTable.displayName,
      tenants: sql<string[]>`ARRAY(SELECT ct.tenant_id FROM channel_tenants ct
        WHERE ct.channel_tag = ${t.tag} ORDER BY ct.tenant_id)`,
    })
    .from(t)
    .innerJoin(providersTable, eq(providersTable.tag, t.providerTag))

type Row = Awaited<ReturnType<typeof select>>[number]

function toChannel(scope: Scope, { channel, providerName, tenants }: Row): Channel {
  return {
    tag: channel.tag,
    ...toChannelDraft(channel),
    providerName,
    tenants: scope.kind === 'tenant' ? tenants.filter(tenant => tenant === scope.tenantId) : tenants,
  }
}

const toRecord = (scope: Scope, row: Row): ChannelRecord => ({
  ...toChannel(scope, row),
  Provider: row.providerName,
  version: row.channel.version,
})
