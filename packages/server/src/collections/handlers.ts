import { assertNoIssues, type collections } from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { tenantScope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { searchPublished, toTitlePage } from '../titles/index.ts'
import { withItems } from './items.ts'
import { collectionRows, listCollections, type OfTenant } from './rows.ts'
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
  async list({ tenantId, items, ...search }, context) {
    const scope = tenantScope(tenantId, context)
    const page = await listCollections(scope, context.deps.db, search)
    return { ...page, data: await withItems(scope, context.deps, page.data, { items, upcoming: false }) }
  },

  async view({ tenantId, tag, upcoming }, context) {
    const scope = tenantScope(tenantId, context)
    const row = await collectionRows.read(scope, context.deps.db, tag)
    const [collection] = await withItems(scope, context.deps, [row], { items: -1, upcoming })
    return collection!
  },

  /** API-124, COLL-09 */
  async classes({ tenantId, ...search }, context) {
    const scope = tenantScope(tenantId, context)
    const found = await searchPublished(context.deps.db, { ...search, tenantId })
    return toTitlePage({ deps: context.deps, scope }, found, search)
  },

  async create({ tenantId, titleTags = [], documentIds = [], active = false, ...texts }, context) {
    const scope = tenantScope(tenantId, context)
    const draft = { ...texts, documentIds, active }
    const by = authorOf(context)
    const collectionTag = await context.deps.db.transaction(tx =>
      insertCollection(scope, tx, { draft, titleTags, by }),
    )
    return { collectionTag }
  },

  async update({ tenantId, tag, version, ...set }, context) {
    const scope = tenantScope(tenantId, context)
    const row = await context.deps.db.transaction(tx =>
      updateCollection(scope, tx, { tag, version, set, by: authorOf(context) }),
    )
    const [collection] = await withItems(scope, context.deps, [row], { items: -1, upcoming: false })
    return collection!
  },

  async highlight({ tenantId, tag, ...wanted }, context) {
    const scope = tenantScope(tenantId, context)
    await collectionRows.assertOwned(scope, context.deps.db, tag)
    if (wanted.isFeaturedCollection === undefined && wanted.isClassOfDayCollection === undefined)
      assertNoIssues([{ path: 'isFeaturedCollection', code: 'collection.highlightNone' }])
    await context.deps.db.transaction(tx =>
      highlightCollection(scope, tx, { tag, ...wanted, by: authorOf(context) }),
    )
    return done
  },

  addClasses: (input, context) => writeClasses(addClasses, input, context),
  reorderClasses: (input, context) => writeClasses(reorderClasses, input, context),
  removeClasses: (input, context) => writeClasses(removeClasses, input, context),

  async remove({ tenantId, tags }, context) {
    const scope = tenantScope(tenantId, context)
    const by = authorOf(context)
    const results = []
    for (const tag of new Set(tags)) results.push(await removeCollection(scope, context.deps.db, { tag, by }))
    return results
  },

  async reorder({ tenantId, collectionIds }, context) {
    const scope = tenantScope(tenantId, context)
    await context.deps.db.transaction(tx =>
      reorderCollections(scope, tx, { tags: collectionIds, by: authorOf(context) }),
    )
    return done
  },
}

async function writeClasses(
  write: (scope: OfTenant, tx: Database, change: ClassWrite) => Promise<void>,
  { tenantId, tag, titleTags }: { tenantId: string; tag: string; titleTags: string[] },
  context: Context,
) {
  const scope = tenantScope(tenantId, context)
  await context.deps.db.transaction(tx => write(scope, tx, { tag, titleTags, by: authorOf(context) }))
  return done
}
