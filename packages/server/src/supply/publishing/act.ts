import { TitleStatus } from '@kinora/core'
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { channelsTable, channelTenantsTable as ct } from '../../channels/tables.ts'
import { type Author, recordWrites } from '../../kernel/rows/audit.ts'
import { stamp } from '../../kernel/rows/stamps.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { moveTitle, recordTitle, titleColumns } from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'
import { addUp, eachLeaver, type Leaver } from './leavers.ts'
import { tagsOf } from './preview.ts'
import type { StoredItem } from './tables.ts'
import { arriving, leaving } from './titles.ts'

export interface Act {
  by: Author
  leavers: readonly Leaver[]
}
/** What is to be noted of an item after a part of it. */
export type Noted = Pick<StoredItem, 'arriving' | 'leaving' | 'leaves' | 'reached' | 'outcome'>
type Moved = Pick<StoredItem, 'arriving' | 'leaving' | 'leaves'>

/** Titles of one transaction. On the embedded database everybody else waits for it (decision 0059). */
export const PART = 100

/**
 * CHAN-12, C-103: one part of what a tenant gets and loses: what goes with the titles, then the titles, which stay Published.
 * The channels change with the last part, so that one that was stopped half-way can be published anew. A channel is held
 * first: a title that is published meanwhile sees it before or after, never between.
 */
export async function publishToTenant(
  tx: Database,
  item: StoredItem & { tenantId: string },
  { by, leavers }: Act,
): Promise<Noted> {
  const { tenantId, publish, unpublish } = item
  const before = await holdChannels(tx, [...publish, ...unpublish])
  const part = await holdPart(tx, item)
  const [leaves, arrives] = [and(leaving(item), part.only), and(arriving(item), part.only)]
  const titles = { tenantId, tags: tagsOf(leaves) }
  const gone = unpublish.length === 0 ? [] : await eachLeaver(leavers, leaver => leaver.remove(tx, titles))
  const left = await tx
    .update(t)
    .set({ tenants: sql`array_remove(${t.tenants}, ${tenantId})` })
    .where(leaves)
    .returning({ tag: t.tag })
  const arrived = await tx
    .update(t)
    .set({ tenants: sql`array_append(${t.tenants}, ${tenantId})` })
    .where(arrives)
    .returning({ tag: t.tag })
  if (part.isLast) {
    await moveChannels(tx, item)
    await recordChannels(tx, by, { before, after: await holdChannels(tx, [...publish, ...unpublish]) })
  }
  return toNoted(item, part, { arriving: arrived.length, leaving: left.length, leaves: gone })
}

/** C-103: one part of the titles of channels that are switched off: Published becomes Unpublished, and all of them leave everywhere. */
export async function unpublishEverywhere(
  tx: Database,
  item: StoredItem,
  { by, leavers }: Act,
): Promise<Noted> {
  await holdChannels(tx, item.unpublish)
  const part = await holdPart(tx, item)
  const titles = { tenantId: null, tags: tagsOf(and(leaving(item), part.only)) }
  const leaves = await eachLeaver(leavers, leaver => leaver.remove(tx, titles))
  const shown = await tx
    .select(titleColumns)
    .from(t)
    .where(and(leaving(item), part.only))
    .orderBy(asc(t.tag))
  const set = { tenants: [], ...stamp(by.now, by.userId) }
  for (const before of shown) {
    const { tag, status } = before
    if (status !== TitleStatus.Published) await tx.update(t).set({ tenants: [] }).where(eq(t.tag, tag))
    else {
      const after = await moveTitle(systemScope, tx, { tag, event: 'unpublish', now: by.now, set })
      await recordTitle(tx, by, { before, after: after!, verb: 'unpublish' })
    }
  }
  return toNoted(item, part, { arriving: 0, leaving: shown.length, leaves })
}

interface Part {
  only: SQL
  /** The last of its titles; null where the next part looks from the beginning. */
  reached: string | null
  isLast: boolean
}

/**
 * The next titles, in the order in which everybody holds several. Where none is left behind those of the part before, they
 * are looked for once more from the beginning: a title may have been published there meanwhile.
 */
async function holdPart(tx: Database, item: StoredItem): Promise<Part> {
  const rest = item.reached === null ? undefined : gt(t.tag, item.reached)
  const held = await tx
    .select({ tag: t.tag })
    .from(t)
    .where(and(or(leaving(item), arriving(item)), rest))
    .orderBy(asc(t.tag))
    .limit(PART)
    .for('update')
  const tags = held.map(({ tag }) => tag)
  const isEnd = tags.length < PART
  return {
    only: sql`${t.tag} = ANY(${sql.param(tags)}::text[])`,
    reached: isEnd ? null : tags.at(-1)!,
    isLast: isEnd && item.reached === null,
  }
}

function toNoted(item: StoredItem, { reached, isLast }: Part, moved: Moved): Noted {
  return {
    arriving: item.arriving + moved.arriving,
    leaving: item.leaving + moved.leaving,
    leaves: addUp([...item.leaves, ...moved.leaves]),
    reached,
    outcome: isLast ? 'done' : 'waiting',
  }
}

async function moveChannels(
  tx: Database,
  { tenantId, publish, unpublish }: StoredItem & { tenantId: string },
): Promise<void> {
  if (unpublish.length > 0)
    await tx.delete(ct).where(and(eq(ct.tenantId, tenantId), inArray(ct.channelTag, unpublish)))
  if (publish.length > 0)
    await tx
      .insert(ct)
      .values(publish.map(channelTag => ({ channelTag, tenantId })))
      .onConflictDoNothing()
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
