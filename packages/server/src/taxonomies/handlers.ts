import {
  assertNoIssues,
  checkTaxonomy,
  type equipment,
  type focusAreas,
  isKinoraError,
  type labels,
  type PageInput,
  type TaxonomyDraft,
  tidyNames,
} from '@kinora/core'
import { and } from 'drizzle-orm'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { tenantScope } from '../kernel/tenant-scope.ts'
import { takeLabelOff } from './labelled-titles.ts'
import {
  equipmentRows,
  focusAreaRows,
  hasName,
  isActiveAs,
  labelRows,
  readLanguages,
  type Taxonomy,
} from './rows.ts'

export const labelHandlers: Handlers<typeof labels> = {
  list: (input, context) => list(labelRows, input, context),
  async create(input, context) {
    const { labelId } = await create(labelRows, input, context)
    return { labelId }
  },
  update: ({ labelId, ...input }, context) => update(labelRows, { ...input, id: labelId }, context),
  remove: removeLabels,
}
export const focusAreaHandlers: Handlers<typeof focusAreas> = {
  list: (input, context) => list(focusAreaRows, input, context),
  async create(input, context) {
    const { focusAreaId } = await create(focusAreaRows, input, context)
    return { focusAreaId }
  },
  update: ({ focusAreaId, ...input }, context) =>
    update(focusAreaRows, { ...input, id: focusAreaId }, context),
}
export const equipmentHandlers: Handlers<typeof equipment> = {
  list: (input, context) => list(equipmentRows, input, context),
  async create(input, context) {
    const { equipmentId } = await create(equipmentRows, input, context)
    return { equipmentId }
  },
  update: ({ equipmentId, ...input }, context) =>
    update(equipmentRows, { ...input, id: equipmentId }, context),
}

/** C-43: the register has no delete for these; their addresses answer 405. */
export const withoutDelete = ['/v4/portal/focusarea/delete', '/v4/portal/equipment/delete']

interface Search extends PageInput {
  tenantId: string
  query?: string | undefined
  isActive?: boolean | undefined
}

/** API-38, META-10 */
async function list<E>(rows: Taxonomy<E>, { tenantId, query, isActive, ...page }: Search, context: Context) {
  const scope = tenantScope(tenantId, context)
  return rows.list(scope, context.deps.db, { ...page, where: and(hasName(query), isActiveAs(isActive)) })
}

/** API-39, META-03 */
async function create<E>(
  rows: Taxonomy<E>,
  { tenantId, name, isActive }: TaxonomyDraft & { tenantId: string },
  context: Context,
) {
  const { db } = context.deps
  const scope = tenantScope(tenantId, context)
  const tidy = tidyNames(name)
  assertNoIssues(checkTaxonomy({ name: tidy }, await readLanguages(scope, db)))
  return rows.add(scope, db, { draft: { name: tidy, isActive }, by: authorOf(context) })
}

/** API-40: a tenant's other languages stay only if they are sent along, as the names are one field. */
async function update<E>(
  rows: Taxonomy<E>,
  {
    tenantId,
    id,
    version,
    name,
    isActive,
  }: Partial<TaxonomyDraft> & { tenantId: string; id: string; version?: number | undefined },
  context: Context,
) {
  const { db } = context.deps
  const scope = tenantScope(tenantId, context)
  const tidy = name && tidyNames(name)
  if (tidy !== undefined) assertNoIssues(checkTaxonomy({ name: tidy }, await readLanguages(scope, db)))
  return rows.update(scope, db, { id, version, set: { name: tidy, isActive }, by: authorOf(context) })
}

/** API-41: each label on its own, together with what its titles hold of it. */
async function removeLabels(
  { tenantId, ids }: { tenantId: string; ids: readonly string[] },
  context: Context,
) {
  const scope = tenantScope(tenantId, context)
  const by = authorOf(context)
  const removeOne = (labelId: string) =>
    context.deps.db.transaction(async tx => {
      await labelRows.remove(scope, tx, { id: labelId, by })
      await takeLabelOff(scope, tx, { labelId, by })
    })
  const data: { labelId: string; status: number }[] = []
  for (const labelId of ids) data.push({ labelId, status: await statusOf(removeOne(labelId)) })
  return { data }
}

/** What became of one of several: 200, or the status that it was refused with. */
async function statusOf(work: Promise<void>): Promise<number> {
  try {
    await work
    return 200
  } catch (error) {
    if (isKinoraError(error) && error.status < 500) return error.status
    throw error
  }
}
