import {
  type ApiKey,
  en,
  fillText,
  type Issue,
  KEYS_MAX,
  type KeyDraft,
  KinoraError,
  OLD_SECRET_HOURS_MAX,
  type Page,
  type PageInput,
  toOrigin,
} from '@kinora/core'
import { and, arrayContains, asc, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { owned } from '../kernel/db/queries.ts'
import type { Caller } from '../kernel/handlers.ts'
import { type Author, newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { notFound, refused, unknownReference } from '../kernel/rows/refusals.ts'
import { ownerOf, type Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { entriesOfTenants } from '../session/index.ts'
import { usersTable as u } from '../session/tables.ts'
import { hashOfSecret, newSecret, startOf } from './secret.ts'
import { type KeyRow, apiKeysTable as k } from './tables.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** The moment at which its last day is over, everywhere counted as UTC. */
export const endOf = ({ endsOn }: Pick<KeyRow, 'endsOn'>): number => Date.parse(endsOn) + DAY

type Stored = { key: KeyRow; madeBy: string | null }

const select = (db: Database) =>
  db.select({ key: k, madeBy: u.displayName }).from(k).leftJoin(u, eq(u.userId, k.userId)).$dynamic()

function toKey({ key, madeBy }: Stored, { userId }: Pick<Caller, 'userId'>, now: Date): ApiKey {
  const { keyId, name, start, rights, tenantIds, networks, origins, endsOn, tenantId, providerId, version } =
    key
  const isOver = key.revokedAt === null && endOf(key) <= now.getTime()
  const isOldGood = key.oldEndsAt !== null && key.oldEndsAt > now
  return {
    keyId,
    name,
    start,
    rights,
    tenantIds,
    networks,
    origins,
    endsOn,
    tenantId,
    providerId,
    version,
    madeBy: madeBy ?? '',
    isMine: key.userId === userId,
    madeAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    oldEndsAt: isOldGood ? key.oldEndsAt!.toISOString() : null,
    state: key.revokedAt !== null ? 'revoked' : isOver ? 'ended' : 'active',
  }
}

/** The keys of the caller's side that aren't revoked, the latest first. */
export async function listKeys(
  scope: Scope,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, page, take }: Pick<PageInput, 'page' | 'take'> & { caller: Caller },
): Promise<Page<ApiKey>> {
  const where = and(owned(scope, k), isNull(k.revokedAt))
  const rows = select(db).where(where).orderBy(desc(k.createdAt), asc(k.keyId))
  const found = await readPage(rows, exactly(db.$count(k, where)), { page, take })
  const now = clock.now()
  return { ...found, data: found.data.map(row => toKey(row, caller, now)) }
}

/** One key of the caller's side. Throws `notFound`. */
export async function readKey(
  scope: Scope,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { keyId, caller }: { keyId: string; caller: Caller },
): Promise<ApiKey> {
  const [row] = await select(db).where(and(eq(k.keyId, keyId), owned(scope, k)))
  if (row === undefined) throw notFound()
  return toKey(row, caller, clock.now())
}

interface Making {
  draft: KeyDraft
  caller: Caller
  by: Author
}

/** KEY-01: makes a key of the caller's, of which the answer alone has the secret. Throws `refused` where there are too many. */
export async function createKey(
  scope: Scope,
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { draft, caller, by }: Making,
): Promise<ApiKey & { secret: string }> {
  const owner = ownerOf(scope)
  const tenantIds = await tenantsOf(draft, { scope, db })
  const secret = newSecret(settings.keyMode ?? 'live')
  const hash = await hashOfSecret(secret)
  return db.transaction(async tx => {
    // Of two new keys at once the later one counts the earlier.
    await tx.select({ userId: u.userId }).from(u).where(eq(u.userId, caller.userId)).for('no key update')
    if ((await tx.$count(k, and(eq(k.userId, caller.userId), isNull(k.revokedAt)))) >= KEYS_MAX)
      throw refused('key.tooMany', { max: KEYS_MAX }, 'name')
    const { name, rights, networks = [], endsOn } = draft
    const origins = toOrigins(draft.origins)
    const values = { name: name.trim(), rights: [...new Set(rights)], networks, origins, endsOn, tenantIds }
    const [key] = await tx
      .insert(k)
      .values({
        ...{ ...values, ...owner, keyId: newTag(), userId: caller.userId, role: caller.role },
        hash,
        start: startOf(secret),
        ...stampNew(by.now, by.userId),
      })
      .returning()
    const changes = Object.entries(values).map(([path, after]) => ({ path, before: null, after }))
    await record(tx, by, { key: key!, verb: 'create', changes })
    return { ...toKey({ key: key!, madeBy: caller.displayName }, caller, by.now), secret }
  })
}

const toOrigins = (origins: readonly string[] = []): string[] => [...new Set(origins.map(toOrigin))]

/**
 * The tenants that the key is for, for good: what its maker gets later is not its own. A tenant's key has the one that its maker acts
 * for (ROLE-10), customer support's the one that it has chosen; an administrator's may be for all.
 */
async function tenantsOf(
  { tenantIds: named = [] }: KeyDraft,
  { scope, db }: { scope: Scope; db: Database },
): Promise<string[]> {
  const wanted = [...new Set(named)]
  const issues: Issue[] = []
  if (scope.kind === 'provider' && wanted.length > 0)
    issues.push({ path: 'tenantIds', code: 'key.noTenants' })
  const mine = scope.kind === 'tenant' ? [scope.tenantId] : undefined
  const known =
    mine ?? (wanted.length === 0 ? [] : (await entriesOfTenants(db, wanted)).map(({ tenantId }) => tenantId))
  const strange = wanted.find(id => !known.includes(id))
  if (issues.length === 0 && strange !== undefined)
    issues.push(unknownReference('tenantIds', 'Tenant', strange))
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  return wanted.length > 0 ? wanted : [...(mine ?? [])]
}

interface Rotation {
  keyId: string
  oldEndsAt?: string | undefined
  caller: Caller
  by: Author
}

/** KEY-01: a new secret for one's own key; the old one is good until the moment that is named, and ends at once where none is. */
export async function rotateKey(
  scope: Scope,
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { keyId, oldEndsAt, caller, by }: Rotation,
): Promise<ApiKey & { secret: string }> {
  return db.transaction(async tx => {
    const before = await lock(scope, tx, keyId)
    // With the secret goes what its maker may do.
    if (before.userId !== caller.userId) throw new KinoraError('forbidden')
    if (before.revokedAt !== null || endOf(before) <= by.now.getTime()) throw refused('key.over')
    const until = oldEndsAt === undefined ? null : new Date(oldEndsAt)
    const latest = Math.min(endOf(before), by.now.getTime() + OLD_SECRET_HOURS_MAX * HOUR)
    if (until !== null && until.getTime() > latest)
      throw new KinoraError('invalid', { issues: [{ path: 'oldEndsAt', code: 'key.oldEndsAt' }] })
    const isKept = until !== null && until > by.now
    const secret = newSecret(settings.keyMode ?? 'live')
    const [key] = await tx
      .update(k)
      .set({
        hash: await hashOfSecret(secret),
        start: startOf(secret),
        oldHash: isKept ? before.hash : null,
        oldEndsAt: isKept ? until : null,
        version: before.version + 1,
        ...stamp(by.now, by.userId),
      })
      .where(eq(k.keyId, keyId))
      .returning()
    const changes = [{ path: 'start', before: before.start, after: key!.start }]
    await record(tx, by, { key: key!, verb: 'rotate', changes })
    return { ...toKey({ key: key!, madeBy: caller.displayName }, caller, by.now), secret }
  })
}

/** KEY-06: replaces the pages that may embed with sessions of the key. Whoever may revoke it may set them. */
export async function setKeyOrigins(
  scope: Scope,
  db: Database,
  { keyId, origins, caller, by }: { keyId: string; origins: readonly string[]; caller: Caller; by: Author },
): Promise<ApiKey> {
  await db.transaction(async tx => {
    const before = await lock(scope, tx, keyId)
    if (before.revokedAt !== null) throw refused('key.over')
    const after = toOrigins(origins)
    const set = { origins: after, version: before.version + 1, ...stamp(by.now, by.userId) }
    const [key] = await tx.update(k).set(set).where(eq(k.keyId, keyId)).returning()
    const changes = [{ path: 'origins', before: before.origins, after }]
    await record(tx, by, { key: key!, verb: 'setOrigins', changes })
  })
  return readKey(scope, { db, clock: { now: () => by.now } }, { keyId, caller })
}

/** A key as it is stored; throws `notFound`. */
export async function findKeyRow(scope: Scope, db: Database, keyId: string): Promise<KeyRow> {
  const [found] = await db
    .select()
    .from(k)
    .where(and(eq(k.keyId, keyId), owned(scope, k)))
  if (found === undefined) throw notFound()
  return found
}

/** KEY-06: whether a page of this origin may embed with sessions of some key. */
export async function isKeyOrigin(db: Database, origin: string, now: Date): Promise<boolean> {
  const isOn = and(isNull(k.revokedAt), gte(k.endsOn, now.toISOString().slice(0, 10)))
  const named = and(arrayContains(k.origins, [origin]), isOn)
  const found = await db.select({ keyId: k.keyId }).from(k).where(named).limit(1)
  return found.length > 0
}

/** KEY-01: from this moment on nobody gets in with it. One that is revoked already stays as it is. */
export async function revokeKey(
  scope: Scope,
  db: Database,
  { keyId, by }: { keyId: string; by: Author },
): Promise<void> {
  await db.transaction(async tx => {
    const before = await lock(scope, tx, keyId)
    if (before.revokedAt !== null) return
    const [key] = await tx
      .update(k)
      .set({ revokedAt: by.now, oldHash: null, oldEndsAt: null, version: before.version + 1 })
      .where(eq(k.keyId, keyId))
      .returning()
    await record(tx, by, { key: key!, verb: 'revoke', changes: [] })
  })
}

/** KEY-07: revokes every key of an account that is off or gone, so that none comes back with it. */
export async function revokeKeysOf(tx: Database, userId: string, by: Author): Promise<void> {
  const revoked = await tx
    .update(k)
    .set({ revokedAt: by.now, oldHash: null, oldEndsAt: null, version: sql`${k.version} + 1` })
    .where(and(eq(k.userId, userId), isNull(k.revokedAt)))
    .returning()
  for (const key of revoked) await record(tx, by, { key, verb: 'revoke', changes: [] })
}

async function lock(scope: Scope, tx: Database, keyId: string): Promise<KeyRow> {
  const [row] = await tx
    .select()
    .from(k)
    .where(and(eq(k.keyId, keyId), owned(scope, k)))
    .for('update')
  if (row === undefined) throw notFound()
  return row
}

interface Act {
  key: KeyRow
  verb: string
  changes: { path: string; before: unknown; after: unknown }[]
}

const record = (tx: Database, by: Author, { key, verb, changes }: Act): Promise<void> => {
  const { keyId: id, name, version, tenantId, providerId } = key
  return recordWrite(tx, by, {
    noun: 'keys',
    id,
    name,
    verb,
    version,
    owner: { tenantId, providerId },
    changes,
  })
}

/** The key that a secret opens now, also as the old one of a rotation; undefined where none does. */
export async function findKey(db: Database, secret: string, now: Date): Promise<KeyRow | undefined> {
  const hash = await hashOfSecret(secret)
  const [found] = await db
    .select()
    .from(k)
    .where(or(eq(k.hash, hash), and(eq(k.oldHash, hash), gt(k.oldEndsAt, now))))
  return found
}

/** Kept to the minute, so that a busy key writes seldom. */
const USED_WINDOW = 60_000

/** Remembers that it was used. */
export async function touchKey(db: Database, { keyId, lastUsedAt }: KeyRow, now: Date): Promise<void> {
  if (lastUsedAt !== null && Math.abs(now.getTime() - lastUsedAt.getTime()) < USED_WINDOW) return
  const isOlder = or(isNull(k.lastUsedAt), lt(k.lastUsedAt, now))
  await db
    .update(k)
    .set({ lastUsedAt: sql`${now.toISOString()}::timestamptz` })
    .where(and(eq(k.keyId, keyId), isOlder))
}

/** A refusal of a key or a session of it that says why. */
export const notAccepted = (
  detail: 'key.wrong' | 'key.revoked' | 'key.ended' | 'key.maker' | 'embed.ended',
): KinoraError => new KinoraError('unauthorised', { detail: fillText(en[detail]) })
