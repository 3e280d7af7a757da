import {
  assertNoIssues,
  checkTaxonomy,
  type equipment,
  type focusAreas,
  type labels,
  normaliseNames,
} from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { removeEach } from '../kernel/rows/removals.ts'
import { tenantHandlers } from '../kernel/rows/tenant-handlers.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { readLanguages } from '../tenants/index.ts'
import {
  equipmentRows,
  focusAreaRows,
  isLike,
  labelRows,
  lockDeletions,
  removeLabelFromTitles,
  type Taxonomy,
} from './rows.ts'

export const labelHandlers: Handlers<typeof labels> = {
  ...taxonomyHandlers(labelRows),
  remove: removeLabels,
}
export const focusAreaHandlers: Handlers<typeof focusAreas> = taxonomyHandlers(focusAreaRows)
export const equipmentHandlers: Handlers<typeof equipment> = taxonomyHandlers(equipmentRows)

/** C-43: the register has no delete for these; their addresses answer 405. */
export const withoutDelete = ['/v4/portal/focusarea/delete', '/v4/portal/equipment/delete']

/** API-38 to API-40, META-03, META-10. The names are one field: a language that isn't sent along is removed. */
function taxonomyHandlers<E, K extends keyof E & string>(rows: Taxonomy<E, K>) {
  const { list, create, update } = tenantHandlers(rows, {
    where: isLike,
    async prepare({ name, isActive }, scope, db) {
      const normalise = name && normaliseNames(name)
      if (normalise) assertNoIssues(checkTaxonomy({ name: normalise }, await readLanguages(scope, db)))
      return { name: normalise, isActive }
    },
  })
  return { list, create, update }
}

/**
 * API-41: each label on its own, together with what its titles hold of it. It is locked first, so that no title is given it
 * meanwhile, and deleted last, because a change of names locks out all others.
 */
async function removeLabels({ ids }: { ids: readonly string[] }, context: Context<OfTenant>) {
  const { scope, deps } = context
  const by = authorOf(context)
  const removeOne = (labelId: string) =>
    deps.db.transaction(async tx => {
      await lockDeletions(scope, tx)
      await labelRows.lock(scope, tx, labelId)
      await removeLabelFromTitles(tx, { labelId, by })
      await labelRows.remove(scope, tx, { id: labelId, by })
    })
  return { data: await removeEach(ids, removeOne) }
}
