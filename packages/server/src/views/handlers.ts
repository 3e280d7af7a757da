import { VIEWS_MAX, type views } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { ownerOf } from '../kernel/scope.ts'
import { countOwn, listViews, reorderViews, toViews, viewRows } from './rows.ts'

/** † decision 0121 */
export const viewHandlers: Handlers<typeof views> = {
  list: (asked, { scope, caller, deps: { db } }) => listViews(scope, db, { ...asked, caller }),

  async create(draft, context) {
    const { scope, caller, deps } = context
    const values = { ...draft, ...ownerOf(scope), userId: caller.userId }
    return deps.db.transaction(async tx => {
      if ((await countOwn(tx, caller, draft.list)) >= VIEWS_MAX)
        throw refused('view.tooMany', { max: VIEWS_MAX }, 'list')
      const row = await viewRows(caller).insert(scope, tx, { values, by: authorOf(context) })
      return (await toViews(tx, caller, [row]))[0]!
    })
  },

  async update({ viewId: id, version, ...set }, context) {
    const { scope, caller, deps } = context
    const row = await viewRows(caller).update(scope, deps.db, { id, version, set, by: authorOf(context) })
    return (await toViews(deps.db, caller, [row]))[0]!
  },

  async remove({ viewId: id }, context) {
    await viewRows(context.caller).remove(context.scope, context.deps.db, { id, by: authorOf(context) })
    return { status: 200 }
  },

  async reorder({ list, viewIds }, context) {
    const { scope, caller, deps } = context
    const order = { caller, list, viewIds, by: authorOf(context) }
    await deps.db.transaction(tx => reorderViews(scope, tx, order))
    return { status: 200 }
  },
}
