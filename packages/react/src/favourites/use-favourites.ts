import { favourites, favouriteTexts } from '@kinora/core'
import { useCallback } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useWrite } from '../kernel/use-write.ts'
import { useToasts } from '../ui/overlay/toast.tsx'

/** A title, as adding it to the favourites or removing it names it. */
export interface FavouriteTitle {
  tag: string
  name: string
}

/** FAV-01: adds and removes favourites of a tenant, says so, and offers the way back. */
export function useFavourites(tenantId: string) {
  const { text } = useTexts(favouriteTexts)
  const toasts = useToasts()
  const { send } = useWrite(favourites.set, { parallel: true, invalidates: ['favourites', 'titles'] })
  const change = useCallback(
    async ({ tag, name }: FavouriteTitle, Action: 'add' | 'remove'): Promise<void> => {
      const { kind } = await send({ TenantId: tenantId, ContentId: tag, Action })
      if (kind !== 'done') return
      toasts.show({
        text: text(Action === 'add' ? 'ui.favourites.added' : 'ui.favourites.removed', { name }),
        tone: 'positive',
        action: {
          label: text('ui.favourites.undo'),
          onSelect: () =>
            void send({ TenantId: tenantId, ContentId: tag, Action: Action === 'add' ? 'remove' : 'add' }),
        },
      })
    },
    [send, text, toasts, tenantId],
  )
  return change
}
