import {
  assertNoIssues,
  type CategoryDraft,
  type categories,
  categoryLanguages,
  checkCategory,
  type Issue,
  KinoraError,
  toLocalised,
  toTexts,
} from '@kinora/core'
import { checkPictures, retainPictures, toPictures } from '../images/index.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import { type Scope, tenantScope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { readLanguages, showsPlatformCategories } from '../tenants/index.ts'
import { categoryRows, matchesFilter, pageOfCategories } from './rows.ts'
import {
  type CategorySet,
  insertCategory,
  lockCategory,
  reorderCategories,
  type Stored,
  updateCategory,
} from './writes.ts'

export const categoryHandlers: Handlers<typeof categories> = {
  /** API-34; an administrator may ask for what one tenant is offered. */
  async list({ page, take, tenantId, ...filter }, context) {
    const { scope, deps } = context
    if (scope.kind === 'all')
      return pageOfCategories(scope, deps.db, { page, take, where: matchesFilter(filter, tenantId) })
    return pageOfCategories(scopeOf(tenantId, context), deps.db, { page, take, where: matchesFilter(filter) })
  },

  /** API-35 */
  async create({ tenantId, ...draft }, context) {
    const scope = await writingScope(tenantId, context)
    const { deps } = context
    const owner = scope.kind === 'tenant' ? scope.tenantId : null
    assertNoIssues([
      ...(await checkTexts(scope, deps.db, draft)),
      ...checkSubCategoryIds(draft, []),
      ...(await checkImages(draft, context)),
    ])
    const { subCategories, ...set } = normalise(draft)
    const categoryId = await deps.db.transaction(async tx => {
      assertNoIssues(await retainCategoryImages(tx, context, { before: {}, after: set }))
      return insertCategory(scope, tx, { tenantId: owner, set, subCategories, by: authorOf(context) })
    })
    return { categoryId }
  },

  /** API-36. That it may not be changed is reported before what is wrong with the change. */
  async update({ tenantId, categoryId, version, ...draft }, context) {
    const scope = await writingScope(tenantId, context)
    const { deps } = context
    await categoryRows.assertOwned(scope, deps.db, categoryId)
    assertNoIssues(await checkImages(draft, context))
    const { subCategories, ...set } = normalise(draft)
    return deps.db.transaction(async tx => {
      const before = await lockCategory(scope, tx, categoryId)
      assertNoIssues([
        ...(await checkTexts(scope, tx, draft, before)),
        ...checkSubCategoryIds(draft, before.subCategories),
        ...(await retainCategoryImages(tx, context, { before: before.row, after: set })),
      ])
      const by = authorOf(context)
      return updateCategory(scope, tx, { before, version, set, subCategories, by })
    })
  },

  /** API-37 */
  async reorder({ tenantId, categoryIds }, context) {
    const scope = await writingScope(tenantId, context)
    assertNoIssues(
      categoryIds.flatMap((id, index): Issue[] =>
        categoryIds.indexOf(id) === index
          ? []
          : [{ path: `categoryIds.${index}`, code: 'category.orderTwice', params: { id } }],
      ),
    )
    await context.deps.db.transaction(tx =>
      reorderCategories(scope, tx, { categoryIds, by: authorOf(context) }),
    )
    return { status: 200 }
  },
}

/** A tenant that is named is the one that the caller acts for. */
const scopeOf = (tenantId: string | undefined, context: Context): Scope =>
  tenantId === undefined ? context.scope : tenantScope(tenantId, context)

/** C-84: an administrator changes what is the platform's and nothing of a tenant. */
async function writingScope(tenantId: string | undefined, context: Context): Promise<Scope> {
  if (context.scope.kind === 'all' && tenantId !== undefined) throw new KinoraError('forbidden')
  const scope = scopeOf(tenantId, context)
  // C-141: what nobody would see is neither asked for nor changed.
  if (scope.kind === 'tenant' && (await showsPlatformCategories(scope, context.deps.db)))
    assertNoIssues([{ path: 'tenantId', code: 'category.ownHidden' }])
  return scope
}

/** CAT-09: names, and languages of the owner or stored already. */
async function checkTexts(
  scope: Scope,
  db: Database,
  draft: Partial<CategoryDraft>,
  stored?: Stored,
): Promise<Issue[]> {
  const owner = scope.kind === 'tenant' ? await readLanguages(scope, db) : undefined
  const kept = stored === undefined ? [] : [stored.row, ...stored.subCategories]
  return checkCategory(draft, categoryLanguages(owner, kept))
}

/** A sub category is changed in its own category, and once. */
function checkSubCategoryIds(
  { subCategories = [] }: Partial<CategoryDraft>,
  stored: Stored['subCategories'],
): Issue[] {
  const ids = new Set(stored.map(row => row.subCategoryId))
  return subCategories.flatMap(({ subCategoryId: value }, index): Issue[] => {
    if (value === undefined || ids.delete(value)) return []
    return [unknownReference(`subCategories.${index}.subCategoryId`, 'Sub category', value)]
  })
}

/** VAL-08: texts without blanks around them, and none for a language that has none. */
function normalise<D extends Partial<CategoryDraft>>({ name, description, subCategories = [], ...rest }: D) {
  const tidied = (text: CategoryDraft['name'] | undefined) => text && toLocalised(toTexts(text))
  return {
    ...rest,
    ...(name && { name: tidied(name)! }),
    ...(description && { description: tidied(description)! }),
    subCategories: subCategories.map(sub => ({ ...sub, name: tidied(sub.name)! })),
  }
}

const kinds = { imageLink: 'categoryImage', bannerImageLink: 'categoryBanner' } as const

/** CAT-04 */
const checkImages = (
  set: Pick<CategorySet, 'imageLink' | 'bannerImageLink'>,
  context: Pick<Context, 'deps' | 'signal'>,
): Promise<Issue[]> => checkPictures(toPictures(kinds, set), context)

/** Decision 0040 */
const retainCategoryImages = (
  tx: Database,
  context: Pick<Context, 'deps'>,
  { before, after }: { before: CategorySet; after: CategorySet },
): Promise<Issue[]> => retainPictures(tx, context, toPictures(kinds, after, before))
