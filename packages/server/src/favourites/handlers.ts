import { type Favourite, type favourites, toWireDate } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { tenantScope } from '../kernel/scope.ts'
import type { TitleNames } from '../ports/names.ts'
import { listFavourites, readFavourite, type StoredFavourite, setFavourite } from './rows.ts'

/** FAV-02, API-27, API-28 */
export const favouriteHandlers: Handlers<typeof favourites> = {
  async list({ tenantId, ...asked }, context) {
    const { db, names } = context.deps
    const page = await listFavourites(tenantScope(tenantId, context), db, asked)
    const named = await names.read()
    return { ...page, data: page.data.map(row => toFavourite(row, tenantId, named)) }
  },

  async view({ tenantId, id }, context) {
    const { db, names } = context.deps
    return toFavourite(
      await readFavourite(tenantScope(tenantId, context), db, id),
      tenantId,
      await names.read(),
    )
  },

  async set(change, context) {
    const { tenantId, contentId: titleTag, action } = change
    const scope = tenantScope(tenantId, context)
    await setFavourite(scope, context.deps.db, { titleTag, action, by: authorOf(context) })
    return change
  },
}

function toFavourite(row: StoredFavourite, tenantId: string, names: TitleNames): Favourite {
  const { titleTag, createdAt, channelId, providerId, ownerId, ...shown } = row
  return {
    tenantId,
    contentId: titleTag,
    action: 'add',
    ...shown,
    channelName: names.channel(channelId),
    provider: names.provider(providerId)?.name ?? '',
    isOwn: ownerId === tenantId,
    addedDate: toWireDate(createdAt),
  }
}
