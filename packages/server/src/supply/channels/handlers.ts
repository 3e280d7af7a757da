import { type channels, pageOf, Role } from '@kinora/core'
import { and, eq } from 'drizzle-orm'
import { listChannels, readChannel, searchChannels } from '../../channels/index.ts'
import { channelsTable as t } from '../../channels/tables.ts'
import { contains, isActiveAs } from '../../kernel/db/conditions.ts'
import type { Handlers } from '../../kernel/handlers.ts'
import { managedScope } from '../../kernel/managed-scope.ts'
import { listProviders } from '../../providers/index.ts'
import { listTenants } from '../../tenants/index.ts'
import { listChannelTitles, removeChannelTitles } from './titles.ts'
import { activateChannel, createChannel, updateChannel, updateChannels } from './writes.ts'

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

  search: ({ query, isActive, providerId, page, take }, context) =>
    searchChannels(managedScope(context), context.deps.db, {
      page,
      take,
      where: and(
        contains(query, t.name, t.displayName),
        isActiveAs(t.isActive, isActive),
        providerId === undefined ? undefined : eq(t.providerTag, providerId),
      ),
    }),

  view: ({ tag }, context) => readChannel(managedScope(context), context.deps.db, tag),
  create: createChannel,
  update: updateChannel,
  updateMany: updateChannels,
  activate: activateChannel,
  titles: listChannelTitles,
  removeTitles: removeChannelTitles,
}
