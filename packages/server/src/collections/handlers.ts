import { assertNoIssues, type collections } from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { removeEach } from '../kernel/rows/removals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { searchPublished, toTitlePage } from '../titles/index.ts'
import { withItems } from './items.ts'
import { collectionRows, listCollections } from './rows.ts'
import {
  addClasses,
  type ClassWrite,
  highlightCollection,
  insertCollection,
  removeClasses,
  removeCollection,
  reorderClasses,
  reorderCollections,
  updateCollection,
} from './writes.ts'

const done = { status: 200 }

export const collectionHandlers: Handlers<typeof collections> = {
  async list({ items, ...search }, { scope, deps }) {
    const page = await listCollections(scope, deps.db, search)
    return { ...page, data: await withItems(scope, deps, page.data, { items, upcoming: false }) }
  },

  async view({ tag, upcoming }, { scope, deps }) {
    const row = await collectionRows.read(scope, deps.db, tag)
    const [collection] = await withItems(scope, deps, [row], { items: -1, upcoming })
    return collection!
  },

  /** API-124, COLL-09 */
  async classes(search, { scope, deps }) {
    return toTitlePage({ deps, scope }, await searchPublished(deps.db, search), search)
  },

  async create({ titleTags = [], documentIds = [], active = false, name, description }, context) {
    const { scope, deps } = context
    const draft = { name, description, documentIds, active }
    const by = authorOf(context)
    const collectionTag = await deps.db.transaction(tx =>
      insertCollection(scope, tx, { draft, titleTags, by }),
    )
    return { collectionTag }
  },

  async update({ tag, version, name, description, active, documentIds }, context) {
    const { scope, deps } = context
    const set = { name, description, active, documentIds }
    const row = await deps.db.transaction(tx =>
      updateCollection(scope, tx, { tag, version, set, by: authorOf(context) }),
    )
    const [collection] = await withItems(scope, deps, [row], { items: -1, upcoming: false })
    return collection!
  },

  async highlight({ tag, isFeaturedCollection, isClassOfDayCollection }, context) {
    const { scope, deps } = context
    await collectionRows.assertOwned(scope, deps.db, tag)
    if (isFeaturedCollection === undefined && isClassOfDayCollection === undefined)
      assertNoIssues([{ path: 'isFeaturedCollection', code: 'collection.highlightNone' }])
    const change = { tag, isFeaturedCollection, isClassOfDayCollection, by: authorOf(context) }
    await deps.db.transaction(tx => highlightCollection(scope, tx, change))
    return done
  },

  addClasses: (input, context) => writeClasses(addClasses, input, context),
  reorderClasses: (input, context) => writeClasses(reorderClasses, input, context),
  removeClasses: (input, context) => writeClasses(removeClasses, input, context),

  async remove({ tags }, context) {
    const { scope, deps } = context
    const by = authorOf(context)
    return removeEach(new Set(tags), tag => removeCollection(scope, deps.db, { tag, by }))
  },

  async reorder({ collectionIds }, context) {
    const { scope, deps } = context
    await deps.db.transaction(tx =>
      reorderCollections(scope, tx, { tags: collectionIds, by: authorOf(context) }),
    )
    return done
  },
}

async function writeClasses(
  write: (scope: OfTenant, tx: Database, change: ClassWrite) => Promise<void>,
  { tag, titleTags }: { tag: string; titleTags: string[] },
  context: Context<OfTenant>,
) {
  const { scope, deps } = context
  await deps.db.transaction(tx => write(scope, tx, { tag, titleTags, by: authorOf(context) }))
  return done
}
