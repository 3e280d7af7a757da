import {
  type EmbedSession,
  type embedSessions,
  featuresOnTitles,
  type Page,
  type PageInput,
  type Parsed,
  rightsAsked,
  toOrigin,
} from '@kinora/core'
import { and, arrayContains, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { owned } from '../kernel/db/queries.ts'
import type { CallingEmbed } from '../kernel/handlers.ts'
import { type Author, newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import { hashOfSecret, type KeyRow, newSecret } from '../keys/index.ts'
import { apiKeysTable as k } from '../keys/tables.ts'
import type { Database } from '../ports/db.ts'
import { type EmbedSessionRow, tenantOriginsTable as o, embedSessionsTable as s } from './tables.ts'

export type Draft = Parsed<typeof embedSessions.create>

/** The session that a token opens now, with its key; undefined where none does. */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
): Promise<{ session: EmbedSessionRow; key: KeyRow } | undefined> {
  const [found] = await db
    .select({ session: s, key: k })
    .from(s)
    .innerJoin(k, eq(k.keyId, s.keyId))
    .where(and(eq(s.hash, await hashOfSecret(token)), isOn(now)))
  return found
}

const isOn = (now: Date) => and(isNull(s.endedAt), gt(s.expiresAt, now))

export const toGrant = (row: EmbedSessionRow): CallingEmbed => ({
  sessionId: row.sessionId,
  user: { id: row.externalId, name: row.externalName },
  rights: row.rights,
  features: row.features,
  can: featuresOnTitles(row),
  titles: row.titles,
  origins: row.origins,
  endsAt: row.expiresAt.toISOString(),
})

const toSession = (row: EmbedSessionRow, key: Pick<KeyRow, 'name'>): EmbedSession => ({
  ...toGrant(row),
  keyId: row.keyId,
  keyName: key.name,
  tenantId: row.asTenantId,
  providerId: row.asProviderId,
  madeAt: row.createdAt.toISOString(),
})

interface Making {
  key: KeyRow
  draft: Draft
  side: Pick<EmbedSessionRow, 'asTenantId' | 'asProviderId'>
  by: Author
}

/** Milliseconds that the row of a session stays after it has ended. */
const KEPT = 7 * 86_400_000

/** KEY-06: stores a session that was checked, and gives its token, which is kept nowhere. */
export async function insertSession(
  db: Database,
  { key, draft, side, by }: Making,
): Promise<EmbedSession & { token: string }> {
  const { keyId, name, tenantId, providerId } = key
  const { user, titles = null, origins = [], features = {}, lifetime } = draft
  const token = newSecret('embed')
  const values = {
    ...{ ...side, titles, features, rights: rightsAsked(draft) },
    externalId: user.id,
    externalName: user.name,
    origins: [...new Set(origins.map(toOrigin))],
    expiresAt: new Date(by.now.getTime() + lifetime * 1000),
  }
  return db.transaction(async tx => {
    await tx.delete(s).where(lt(s.expiresAt, new Date(by.now.getTime() - KEPT)))
    const [row] = await tx
      .insert(s)
      .values({
        ...{ ...values, sessionId: newTag(), hash: await hashOfSecret(token), keyId, tenantId, providerId },
        ...stampNew(by.now, by.userId),
      })
      .returning()
    const told = { ...values, expiresAt: values.expiresAt.toISOString() }
    const changes = Object.entries(told).map(([path, after]) => ({ path, before: null, after }))
    await record(tx, by, { row: row!, verb: 'create', changes })
    return { ...toSession(row!, { name }), token }
  })
}

interface Listing extends Pick<PageInput, 'page' | 'take'> {
  keyId: string | undefined
  now: Date
}

/** The sessions of the side’s keys that haven’t ended, the latest first. */
export async function listSessions(
  scope: Scope,
  db: Database,
  { keyId, now, page, take }: Listing,
): Promise<Page<EmbedSession>> {
  const open = db.select({ keyId: k.keyId }).from(k).where(isNull(k.revokedAt))
  const ofKey = keyId === undefined ? undefined : eq(s.keyId, keyId)
  const where = and(owned(scope, s), ofKey, isOn(now), inArray(s.keyId, open))
  const rows = db
    .select({ row: s, name: k.name })
    .from(s)
    .innerJoin(k, eq(k.keyId, s.keyId))
    .where(where)
    .orderBy(desc(s.createdAt), desc(s.sessionId))
    .$dynamic()
  const found = await readPage(rows, exactly(db.$count(s, where)), { page, take })
  return { ...found, data: found.data.map(({ row, name }) => toSession(row, { name })) }
}

interface Ending {
  sessionId: string
  /** Of a key: its own alone. */
  keyId: string | undefined
  by: Author
}

/** KEY-06: ends a session at once; throws `notFound` for what is none of the side’s. One that has ended stays so. */
export async function endSession(
  scope: Scope,
  db: Database,
  { sessionId, keyId, by }: Ending,
): Promise<void> {
  await db.transaction(async tx => {
    const wanted = and(
      eq(s.sessionId, sessionId),
      owned(scope, s),
      keyId === undefined ? undefined : eq(s.keyId, keyId),
    )
    const [before] = await tx.select().from(s).where(wanted).for('update')
    if (before === undefined) throw notFound()
    if (before.endedAt !== null) return
    const set = { endedAt: by.now, version: before.version + 1, ...stamp(by.now, by.userId) }
    const [row] = await tx.update(s).set(set).where(eq(s.sessionId, sessionId)).returning()
    await record(tx, by, { row: row!, verb: 'remove', changes: [] })
  })
}

interface Act {
  row: EmbedSessionRow
  verb: string
  changes: { path: string; before: unknown; after: unknown }[]
}

const record = (tx: Database, by: Author, { row, verb, changes }: Act): Promise<void> => {
  const { sessionId: id, externalName: name, version, tenantId, providerId } = row
  const owner = { tenantId, providerId }
  return recordWrite(tx, by, { noun: 'embed-sessions', id, name, verb, version, owner, changes })
}

/** The pages that a tenant lets embed. */
export async function readOrigins({ tenantId }: OfTenant, db: Database): Promise<string[]> {
  const [found] = await db.select({ origins: o.origins }).from(o).where(eq(o.tenantId, tenantId))
  return found?.origins ?? []
}

/** Replaces them. */
export async function saveOrigins(
  { tenantId }: OfTenant,
  db: Database,
  { origins: given, by }: { origins: readonly string[]; by: Author },
): Promise<string[]> {
  const origins = [...new Set(given.map(toOrigin))]
  return db.transaction(async tx => {
    const [before] = await tx.select().from(o).where(eq(o.tenantId, tenantId)).for('update')
    const version = (before?.version ?? 0) + 1
    const set = { origins, version, ...stamp(by.now, by.userId) }
    await tx
      .insert(o)
      .values({ tenantId, ...stampNew(by.now, by.userId), ...set })
      .onConflictDoUpdate({ target: o.tenantId, set })
    const changes = [{ path: 'origins', before: before?.origins ?? [], after: origins }]
    const entry = {
      noun: 'embed-sessions',
      id: tenantId,
      name: tenantId,
      verb: 'setOrigins',
      version,
      changes,
    }
    await recordWrite(tx, by, { ...entry, owner: { tenantId } })
    return origins
  })
}

/** Whether some tenant lets a page of this origin in. */
export async function isTenantOrigin(db: Database, origin: string): Promise<boolean> {
  const named = arrayContains(o.origins, [origin])
  return (await db.select({ tenantId: o.tenantId }).from(o).where(named).limit(1)).length > 0
}
