import {
  assertNoIssues,
  type ChannelTitle,
  type channels,
  type Issue,
  titleStatus,
  toPage,
} from '@kinora/core'
import { and, asc, count, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { assertOwnChannel } from '../../channels/index.ts'
import type { Handlers } from '../../kernel/handlers.ts'
import { managedScope } from '../../kernel/managed-scope.ts'
import { type Author, authorOf } from '../../kernel/rows/audit.ts'
import { stamp } from '../../kernel/rows/stamps.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { hasOwnChannel } from '../../references/index.ts'
import {
  changeTitle,
  moveTitle,
  recordTitle,
  type StoredTitle,
  titleColumns,
} from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'

type ChannelHandlers = Handlers<typeof channels>

const heldBy = (tag: string): SQL => and(eq(t.channelId, tag), not(t.isDelete))!

/** C-136: whoever owns a channel sees all that is in it, whosever it is. */
export const listChannelTitles: ChannelHandlers['titles'] = async ({ tag, foreign, page, take }, context) => {
  const { db, names } = context.deps
  await assertOwnChannel(managedScope(context), db, { tag })
  const isForeign = sql<boolean>`NOT ${hasOwnChannel}`
  const where = and(heldBy(tag), foreign === undefined ? undefined : eq(isForeign, foreign))
  const rows = await db
    .select({
      tag: t.tag,
      className: t.className,
      providerId: t.providerId,
      status: t.status,
      sites: sql<number>`cardinality(${t.tenants})`,
      isForeign,
    })
    .from(t)
    .where(where)
    .orderBy(desc(isForeign), asc(t.className), asc(t.tag))
    .limit(take)
    .offset((page - 1) * take)
  const [counted] = await db.select({ total: count() }).from(t).where(where)
  const named = await names.read()
  const data = rows.map(
    (row): ChannelTitle => ({ ...row, provider: named.provider(row.providerId)?.name ?? '' }),
  )
  return toPage(data, counted!.total, { page, take })
}

/** C-136: the channel’s owner takes titles off it, its own or those of others, which leave all sites with that. */
export const removeChannelTitles: ChannelHandlers['removeTitles'] = async ({ tag, titleTags }, context) => {
  const by = authorOf(context)
  await context.deps.db.transaction(async tx => {
    await assertOwnChannel(managedScope(context), tx, { tag, isHeld: true })
    const held = await tx
      .select(titleColumns)
      .from(t)
      .where(and(heldBy(tag), inArray(t.tag, titleTags)))
      .orderBy(asc(t.tag))
      .for('update')
    const known = new Set(held.map(title => title.tag))
    assertNoIssues(
      titleTags.flatMap((id, index): Issue[] =>
        known.has(id) ? [] : [{ path: `titleTags.${index}`, code: 'channel.titleNotIn', params: { id } }],
      ),
    )
    for (const title of held) await takeOff(tx, title, by)
  })
  return { status: 200 }
}

async function takeOff(tx: Database, before: StoredTitle, by: Author): Promise<void> {
  const { tag, status, version } = before
  const set = { channelId: null, tenants: [], version: version + 1, ...stamp(by.now, by.userId) }
  const after = titleStatus.can(status, 'unpublish')
    ? await moveTitle(systemScope, tx, { tag, event: 'unpublish', now: by.now, set })
    : await changeTitle(systemScope, tx, { tag, set })
  await recordTitle(tx, by, { before, after: after!, verb: 'removeFromChannel' })
}
