import { type PublishingChange, TitleStatus } from '@kinora/core'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { channelsTable, channelTenantsTable as ct } from '../../channels/tables.ts'
import { type Author, recordWrites } from '../../kernel/rows/audit.ts'
import { stamp } from '../../kernel/rows/stamps.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { moveTitle, recordTitle, titleColumns } from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'
import { eachLeaver, type Leaver } from './leavers.ts'
import { tagsOf } from './preview.ts'
import type { StoredItem } from './tables.ts'
import { arriving, leaving } from './titles.ts'

export interface Act {
  by: Author
  leavers: readonly Leaver[]
}
type Done = Pick<StoredItem, 'arriving' | 'leaving' | 'leaves'>

/**
 * CHAN-12, C-103: one tenant in one transaction: what goes with the titles, the titles, the channels. Titles stay Published. A
 * channel is held first, so that a title that is published meanwhile sees it before or after, never between.
 */
export async function publishToTenant(
  tx: Database,
  change: PublishingChange & { tenantId: string },
  { by, leavers }: Act,
): Promise<Done> {
  const { tenantId, publish, unpublish } = change
  const before = await holdChannels(tx, [...publish, ...unpublish])
  await holdTitles(tx, change)
  const titles = { tenantId, tags: tagsOf(leaving(change)) }
  const leaves = unpublish.length === 0 ? [] : await eachLeaver(leavers, leaver => leaver.remove(tx, titles))
  const left = await tx
    .update(t)
    .set({ tenants: sql`array_remove(${t.tenants}, ${tenantId})` })
    .where(leaving(change))
    .returning({ tag: t.tag })
  const arrived = await tx
    .update(t)
    .set({ tenants: sql`array_append(${t.tenants}, ${tenantId})` })
    .where(arriving(change))
    .returning({ tag: t.tag })
  if (unpublish.length > 0)
    await tx.delete(ct).where(and(eq(ct.tenantId, tenantId), inArray(ct.channelTag, unpublish)))
  if (publish.length > 0)
    await tx
      .insert(ct)
      .values(publish.map(channelTag => ({ channelTag, tenantId })))
      .onConflictDoNothing()
  await recordChannels(tx, by, { before, after: await holdChannels(tx, [...publish, ...unpublish]) })
  return { arriving: arrived.length, leaving: left.length, leaves }
}

/** C-103: titles of channels that are switched off: Published becomes Unpublished, and all of them leave everywhere. */
export async function unpublishEverywhere(
  tx: Database,
  change: PublishingChange,
  { by, leavers }: Act,
): Promise<Done> {
  await holdChannels(tx, change.unpublish)
  await holdTitles(tx, change)
  const titles = { tenantId: null, tags: tagsOf(leaving(change)) }
  const leaves = await eachLeaver(leavers, leaver => leaver.remove(tx, titles))
  const shown = await tx.select(titleColumns).from(t).where(leaving(change)).orderBy(asc(t.tag))
  const set = { tenants: [], ...stamp(by.now, by.userId) }
  for (const before of shown) {
    const { tag, status } = before
    if (status !== TitleStatus.Published) await tx.update(t).set({ tenants: [] }).where(eq(t.tag, tag))
    else {
      const after = await moveTitle(systemScope, tx, { tag, event: 'unpublish', now: by.now, set })
      await recordTitle(tx, by, { before, after: after!, verb: 'unpublish' })
    }
  }
  return { arriving: 0, leaving: shown.length, leaves }
}

interface Held {
  tag: string
  version: number
  providerTag: string
  tenants: string[]
}

/** The channels with their tenants, held until the transaction ends; titles may still be given to them. */
async function holdChannels(tx: Database, tags: readonly string[]): Promise<Held[]> {
  if (tags.length === 0) return []
  const { tag, version, providerTag } = channelsTable
  const wanted = inArray(tag, [...tags])
  const rows = await tx
    .select({ tag, version, providerTag })
    .from(channelsTable)
    .where(wanted)
    .orderBy(asc(tag))
    .for('no key update')
  const given = await tx
    .select()
    .from(ct)
    .where(inArray(ct.channelTag, [...tags]))
    .orderBy(asc(ct.tenantId))
  return rows.map(row => ({
    ...row,
    tenants: given.filter(({ channelTag }) => channelTag === row.tag).map(({ tenantId }) => tenantId),
  }))
}

/** In the order in which everybody holds several titles. */
async function holdTitles(tx: Database, change: PublishingChange): Promise<void> {
  const touched = or(leaving(change), arriving(change))
  await tx.select({ tag: t.tag }).from(t).where(touched).orderBy(asc(t.tag)).for('update')
}

/** An entry for each channel whose tenants are others now. */
function recordChannels(
  tx: Database,
  by: Author,
  { before, after }: { before: readonly Held[]; after: readonly Held[] },
): Promise<void> {
  const writes = after.flatMap(row => {
    const had = before.find(({ tag }) => tag === row.tag)!.tenants
    if (had.join() === row.tenants.join()) return []
    const verb = had.length < row.tenants.length ? 'publish' : 'unpublish'
    const changes = [{ path: 'tenants', before: had, after: row.tenants }]
    const { tag: id, version, providerTag: providerId } = row
    return [{ noun: 'channels', id, version, owner: { providerId }, verb, changes }]
  })
  return recordWrites(tx, by, writes)
}
