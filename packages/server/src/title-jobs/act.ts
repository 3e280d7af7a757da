import { TitleStatus, toEdited } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { publishTitle, type StoredTitle, toDraft, unpublishTitle } from '../stored-titles/index.ts'
import { markRemoved, saveTitle } from '../titles/index.ts'
import type { Act } from './choice.ts'

/** Does to a title what the call for one does, by the same rules; its refusals are thrown. Runs in a transaction that holds it. */
export async function actOn(context: Context, act: Act, title: StoredTitle): Promise<void> {
  const { scope, deps } = context
  const { tag } = title
  const by = authorOf(context)
  switch (act.kind) {
    case 'publish':
      if (title.status !== TitleStatus.Published) await publishTitle(scope, deps, { tag, by })
      return
    case 'unpublish':
      if (title.status !== TitleStatus.Unpublished) await unpublishTitle(scope, deps, { tag, by })
      return
    case 'delete':
      await markRemoved(scope, deps.db, { tags: [tag], by })
      return
    case 'edit':
      await saveTitle({ tag, ...toEdited(act.edit, toDraft(title)) }, context)
  }
}
