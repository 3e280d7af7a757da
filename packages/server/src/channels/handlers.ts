import {
  assertNoIssues,
  type ChannelTitle,
  type channels,
  type Issue,
  pageOf,
  Role,
  titleStatus,
} from '@kinora/core'
import { and, asc, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { contains, isActiveAs } from '../kernel/db/queries.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { type Author, authorOf, stamp } from '../kernel/rows/audit.ts'
import { systemScope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { hasOwnChannel } from '../references/index.ts'
import { assertOwnChannel, listChannels, readChannel, searchChannels } from '../stored-channels/index.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { listProviders } from '../stored-providers/index.ts'
import {
  changeTitle,
  moveTitle,
  recordTitle,
  type StoredTitle,
  titleColumns,
} from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { listTenants } from '../tenants/index.ts'
import { activateChannel, createChannel, updateChannel, updateChannels } from './writes.ts'

type ChannelHandlers = Handlers<typeof channels>

const inChannel = (tag: string): SQL => and(eq(t.channelId, tag), not(t.isDelete))!

/** C-136: whoever owns a channel sees all that is in it, whosever it is. */
const listChannelTitles: ChannelHandlers['titles'] = async (
  { tag, foreign, page, take },
  { scope, deps },
) => {
  const { db, names } = deps
  await assertOwnChannel(scope, db, { tag })
  const isForeign = sql<boolean>`NOT ${hasOwnChannel}`
  const where = and(inChannel(tag), foreign === undefined ? undefined : eq(isForeign, foreign))
  const rows = db
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
    .orderBy(desc(isForeign), asc(t.sortName), asc(t.tag))
    .$dynamic()
  const found = await readPage(rows, exactly(db.$count(t, where)), { page, take })
  const named = await names.read()
  return {
    ...found,
    data: found.data.map(
      (row): ChannelTitle => ({ ...row, provider: named.provider(row.providerId)?.name ?? '' }),
    ),
  }
}

/** C-136: the channel’s owner takes titles off it, its own or those of others, which leave all sites with that. */
const removeChannelTitles: ChannelHandlers['removeTitles'] = async ({ tag, titleTags }, context) => {
  const by = authorOf(context)
  await context.deps.db.transaction(async tx => {
    await assertOwnChannel(context.scope, tx, { tag, forUpdate: true })
    const held = await tx
      .select(titleColumns)
      .from(t)
      .where(and(inChannel(tag), inArray(t.tag, titleTags)))
      .orderBy(asc(t.tag))
      .for('update')
    const known = new Set(held.map(title => title.tag))
    assertNoIssues(
      titleTags.flatMap((id, index): Issue[] =>
        known.has(id) ? [] : [{ path: `titleTags.${index}`, code: 'channel.titleNotIn', params: { id } }],
      ),
    )
    for (const title of held) await removeFromChannel(tx, title, by)
  })
  return { status: 200 }
}

async function removeFromChannel(tx: Database, before: StoredTitle, by: Author): Promise<void> {
  const { tag, status, version } = before
  const set = { channelId: null, tenants: [], version: version + 1, ...stamp(by.now, by.userId) }
  const after = titleStatus.can(status, 'unpublish')
    ? await moveTitle(systemScope, tx, { tag, event: 'unpublish', now: by.now, set })
    : await changeTitle(systemScope, tx, { tag, set })
  await recordTitle(tx, by, { before, after: after!, verb: 'removeFromChannel' })
}

export const channelHandlers: Handlers<typeof channels> = {
  /** CHAN-16: with the providers and tenants that the caller may choose from. Support without a tenant manages all (F-2). */
  async list(input, { deps: { db }, caller, scope }) {
    const visible =
      caller.role === Role.Support && scope.kind === 'unchosen' ? ({ kind: 'all' } as const) : scope
    const named = caller.role === Role.Support ? ({ kind: 'all' } as const) : visible
    const { data, ...counts } = pageOf(await listChannels(visible, db), input)
    return {
      ...counts,
      channels: data,
      providers: await listProviders(named, db),
      tenants: await listTenants(named, db),
    }
  },

  search: ({ query, isActive, providerId, page, take }, { scope, deps }) =>
    searchChannels(scope, deps.db, {
      page,
      take,
      where: and(
        contains(query, channelsTable.name, channelsTable.displayName),
        isActiveAs(channelsTable.isActive, isActive),
        providerId === undefined ? undefined : eq(channelsTable.providerTag, providerId),
      ),
    }),

  view: ({ tag }, { scope, deps }) => readChannel(scope, deps.db, tag),
  create: createChannel,
  update: updateChannel,
  updateMany: updateChannels,
  activate: activateChannel,
  titles: listChannelTitles,
  removeTitles: removeChannelTitles,
}
