import {
  createMessages,
  en,
  isKinoraError,
  KinoraError,
  type ProviderRecord,
  RESTORABLE_DAYS,
} from '@kinora/core'
import { and, count, eq, not, sql } from 'drizzle-orm'
import { channelsTable } from '../../channels/tables.ts'
import type { Context } from '../../kernel/handlers.ts'
import { managedScope } from '../../kernel/managed-scope.ts'
import { authorOf, recordWrite } from '../../kernel/rows/audit.ts'
import { refused } from '../../kernel/rows/refusals.ts'
import { stamp } from '../../kernel/rows/stamps.ts'
import type { Database } from '../../ports/db.ts'
import { deletedProviderRows, providerRows } from '../../providers/index.ts'
import { providersTable as t } from '../../providers/tables.ts'
import { setProviderAccountActive } from '../../session/index.ts'
import { titlesTable } from '../../stored-titles/tables.ts'

const DAY = 86_400_000
const messages = createMessages(en)

export interface Removed {
  tag: string
  status: number
  message: string
}

/** API-73, C-98: one of several; why it stays where it does. */
export async function removeProvider(tag: string, context: Context): Promise<Removed> {
  try {
    await context.deps.db.transaction(tx => remove(tx, tag, context))
    return { tag, status: 200, message: en['success.itemDeleted'] }
  } catch (error) {
    if (!isKinoraError(error) || error.status >= 500) throw error
    return { tag, status: error.status, message: messages.error(error) }
  }
}

async function remove(tx: Database, tag: string, context: Context): Promise<void> {
  const by = authorOf(context)
  const row = await providerRows.lock(managedScope(context), tx, tag)
  if (row.isTenantProvider) throw kept('provider.ofTenant')
  const owned = await countOwned(tx, tag)
  if (owned.titles + owned.channels > 0) throw kept('provider.owns', owned)
  await tx
    .update(t)
    .set({ deletedAt: by.now, ...stamp(by.now, by.userId) })
    .where(eq(t.tag, tag))
  await setProviderAccountActive(tx, { providerTag: tag, isActive: false, now: by.now, userId: by.userId })
  await record(tx, context, { tag, version: row.version, verb: 'remove' })
}

const kept = (code: 'provider.ofTenant' | 'provider.owns', params?: Record<string, number>): KinoraError =>
  new KinoraError('conflict', { issues: [{ path: 'ids', code, ...(params && { params }) }] })

async function countOwned(tx: Database, tag: string): Promise<{ titles: number; channels: number }> {
  const [titles] = await tx
    .select({ total: count() })
    .from(titlesTable)
    .where(and(eq(titlesTable.providerId, tag), not(titlesTable.isDelete)))
  const [channels] = await tx
    .select({ total: count() })
    .from(channelsTable)
    .where(eq(channelsTable.providerTag, tag))
  return { titles: titles!.total, channels: channels!.total }
}

/** C-98: within 30 days, with its account as it was. */
export function restoreProvider(tag: string, context: Context): Promise<ProviderRecord> {
  const scope = managedScope(context)
  const by = authorOf(context)
  return context.deps.db.transaction(async tx => {
    const row = await deletedProviderRows.lock(scope, tx, tag)
    if (by.now.getTime() - row.deletedAt!.getTime() >= RESTORABLE_DAYS * DAY)
      throw refused('provider.tooLate', { days: RESTORABLE_DAYS }, 'tag')
    await tx
      .update(t)
      .set({ deletedAt: null, ...stamp(by.now, by.userId) })
      .where(eq(t.tag, tag))
    await setProviderAccountActive(tx, { providerTag: tag, isActive: true, now: by.now, userId: by.userId })
    await record(tx, context, { tag, version: row.version, verb: 'restore' })
    return providerRows.read(scope, tx, tag)
  })
}

function record(
  tx: Database,
  context: Context,
  { tag, version, verb }: { tag: string; version: number; verb: 'remove' | 'restore' },
): Promise<void> {
  const isDeleted = verb === 'remove'
  const changes = [{ path: 'isDeleted', before: !isDeleted, after: isDeleted }]
  const row = { noun: 'providers', id: tag, version, owner: { providerId: tag } }
  return recordWrite(tx, authorOf(context), { ...row, verb, changes })
}

/** Those whose time is over go, with their accounts; what deleted titles still name stays as a name. */
export async function purgeProviders(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - RESTORABLE_DAYS * DAY).toISOString()
  await db.execute(sql`DELETE FROM providers p WHERE p.deleted_at < ${since}::timestamptz
    AND NOT EXISTS (SELECT FROM titles WHERE provider_id = p.tag)
    AND NOT EXISTS (SELECT FROM channels WHERE provider_tag = p.tag)`)
}
