import { type DeletedTitle, type deletedTitles, RESTORABLE_DAYS, toWireDate, wasLive } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import type { TitleNames } from '../ports/names.ts'
import type { StoredTitle } from '../stored-titles/index.ts'
import { toSingle } from '../titles/index.ts'
import { listDeleted, readDeleters, restoreTitle } from './rows.ts'

const DAY = 86_400_000

export const deletedTitleHandlers: Handlers<typeof deletedTitles> = {
  async list(input, { scope, deps }) {
    const since = new Date(deps.clock.now().getTime() - RESTORABLE_DAYS * DAY)
    const found = await listDeleted(scope, deps.db, { ...input, since })
    const tags = found.data.map(({ tag }) => tag)
    const [names, deleters] = await Promise.all([deps.names.read(), readDeleters(scope, deps.db, tags)])
    return { ...found, data: found.data.map(row => toDeleted(row, names, deleters.get(row.tag) ?? '')) }
  },

  async restore({ tag }, context) {
    const { before, after } = await restoreTitle(tag, context)
    return { ...(await toSingle(context, after)), wasPublished: wasLive(before.status) }
  },
}

function toDeleted(row: StoredTitle, names: TitleNames, deletedBy: string): DeletedTitle {
  const { tag, className, contentType, imageLink } = row
  const deletedAt = row.deletedAt!
  return {
    tag,
    className,
    contentType,
    imageLink,
    deletedBy,
    classCategory: names.category(row.classCategoryId),
    provider: names.provider(row.providerId)?.name ?? '',
    wasPublished: wasLive(row.status),
    deletedDate: toWireDate(deletedAt),
    restorableUntil: toWireDate(new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY)),
  }
}
