import { type Favourite, type favourites, toWireDate } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import type { TitleNames } from '../ports/names.ts'
import { listFavourites, readFavourite, type StoredFavourite, setFavourite } from './rows.ts'

/** FAV-02, API-27, API-28 */
export const favouriteHandlers: Handlers<typeof favourites> = {
  async list({ tenantId, ...asked }, { scope, deps: { db, names } }) {
    const page = await listFavourites(scope, db, asked)
    const named = await names.read()
    return { ...page, data: page.data.map(row => toFavourite(row, tenantId, named)) }
  },

  async view({ tenantId, id }, { scope, deps: { db, names } }) {
    return toFavourite(await readFavourite(scope, db, id), tenantId, await names.read())
  },

  async set(change, context) {
    const { contentId: titleTag, action } = change
    await setFavourite(context.scope, context.deps.db, { titleTag, action, by: authorOf(context) })
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
