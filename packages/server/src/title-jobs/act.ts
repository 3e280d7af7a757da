import { TitleStatus, toEdited } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { lockTitle, publishTitle, toDraft, unpublishTitle } from '../stored-titles/index.ts'
import { markRemoved, saveTitle } from '../titles/index.ts'
import type { Act } from './choice.ts'

/** Does to one title what the call for one does, by the same rules; its refusals are thrown. Runs in a transaction. */
export async function actOn(context: Context, act: Act, tag: string): Promise<void> {
  const { scope, deps } = context
  const title = await lockTitle(scope, deps.db, tag)
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
