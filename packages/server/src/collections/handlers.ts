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
  async list({ tenant, items, ...search }, context) {
    const scope = tenantScope(tenant, context)
    const page = await listCollections(scope, context.deps.db, search)
    return { ...page, data: await withItems(scope, context.deps, page.data, { items, upcoming: false }) }
  },

  async view({ tenant, tag, upcoming }, context) {
    const scope = tenantScope(tenant, context)
    const row = await collectionRows.read(scope, context.deps.db, tag)
    const [collection] = await withItems(scope, context.deps, [row], { items: -1, upcoming })
    return collection!
  },

  /** API-124, COLL-09 */
  async classes({ tenant, ...search }, context) {
    const scope = tenantScope(tenant, context)
    const found = await searchPublished(context.deps.db, { ...search, tenantId: tenant })
    return toTitlePage({ deps: context.deps, scope }, found, search)
  },

  async create({ tenant, titleTags = [], documentIds = [], IsActive = false, ...texts }, context) {
    const scope = tenantScope(tenant, context)
    const draft = { ...texts, documentIds, active: IsActive }
    const by = authorOf(context)
    const collectionTag = await context.deps.db.transaction(tx =>
      insertCollection(scope, tx, { draft, titleTags, by }),
    )
    return { collectionTag }
  },

  async update({ tenant, tag, version, Name, Description, IsActive, documentIds }, context) {
    const scope = tenantScope(tenant, context)
    const set = { name: Name, description: Description, active: IsActive, documentIds }
    const row = await context.deps.db.transaction(tx =>
      updateCollection(scope, tx, { tag, version, set, by: authorOf(context) }),
    )
    const [collection] = await withItems(scope, context.deps, [row], { items: -1, upcoming: false })
    return collection!
  },

  async highlight({ tenant, tag, ...wanted }, context) {
    const scope = tenantScope(tenant, context)
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

  async remove({ tenant, tags }, context) {
    const scope = tenantScope(tenant, context)
    const by = authorOf(context)
    const results = []
    for (const tag of new Set(tags)) results.push(await removeCollection(scope, context.deps.db, { tag, by }))
    return results
  },

  async reorder({ TenantId, CollectionIds }, context) {
    const scope = tenantScope(TenantId, context)
    await context.deps.db.transaction(tx =>
      reorderCollections(scope, tx, { tags: CollectionIds, by: authorOf(context) }),
    )
    return done
  },
}

async function writeClasses(
  write: (scope: OfTenant, tx: Database, change: ClassWrite) => Promise<void>,
  { tenant, tag, titleTags }: { tenant: string; tag: string; titleTags: string[] },
  context: Context,
) {
  const scope = tenantScope(tenant, context)
  await context.deps.db.transaction(tx => write(scope, tx, { tag, titleTags, by: authorOf(context) }))
  return done
}
