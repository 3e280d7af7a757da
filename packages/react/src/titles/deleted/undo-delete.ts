import { deletedTitles, deletedTitleTexts, quotaTexts } from '@kinora/core'
import type { Kinora } from '../../kernel/kinora.ts'
import type { useInvalidate } from '../../kernel/use-read.ts'
import type { Toasts } from '../../ui/overlay/toast.tsx'

interface UndoOptions {
  kinora: Kinora
  toasts: Toasts
  invalidate: ReturnType<typeof useInvalidate>
}

/** Restores titles that were just deleted, each on its own, and says what came of it; loaded with the first undo. */
export async function undoDelete(
  tags: readonly string[],
  { kinora: { session, messages }, toasts, invalidate }: UndoOptions,
): Promise<void> {
  messages.add(deletedTitleTexts)
  messages.add(quotaTexts)
  const { text } = messages
  for (const tag of tags) {
    try {
      const { className: name, wasPublished } = await session.send(deletedTitles.restore, { tag })
      if (tags.length === 1 || wasPublished)
        toasts.show({
          text: text(wasPublished ? 'ui.deleted.restoredUnpublished' : 'ui.restored', { name }),
          tone: 'positive',
        })
    } catch (error) {
      toasts.show({ text: messages.error(error), tone: 'negative' })
    }
  }
  await invalidate(['titles', 'deleted-titles'])
}
