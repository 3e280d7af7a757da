import { favourites, favouriteTexts, type Title, wordTexts } from '@kinora/core'
import { Star } from 'lucide-react'
import { useCallback } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { useWrite } from '../kernel/use-write.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'

interface FavouriteToggleProps {
  title: Pick<Title, 'tag' | 'className' | 'isFavourite'>
}

/** TITLE-30: whether a title is a favourite of the tenant that is acted for, and the way to change it; nothing where there is no tenant. */
export function FavouriteToggle(props: FavouriteToggleProps) {
  const tenantId = useActingTenant()?.tenantId
  return tenantId === undefined ? null : <Toggle {...props} tenantId={tenantId} />
}

function Toggle({ title, tenantId }: FavouriteToggleProps & { tenantId: string }) {
  const { text } = useTexts(favouriteTexts)
  const change = useFavourites(tenantId)
  const { tag, className: name, isFavourite } = title
  return (
    <IconButton
      variant="secondary"
      size="normal"
      className="kn-favourite"
      label={text('ui.favourites.favourite')}
      aria-pressed={isFavourite}
      icon={<Star size={16} aria-hidden="true" />}
      onClick={() => void change({ tag, name }, isFavourite ? 'remove' : 'add')}
    />
  )
}

/** A title, as adding it to the favourites or removing it names it. */
export interface FavouriteTitle {
  tag: string
  name: string
}

/** FAV-01: adds and removes favourites of a tenant, says so, and offers the way back. */
export function useFavourites(tenantId: string) {
  const { text } = useTexts(favouriteTexts, wordTexts)
  const toasts = useToasts()
  const { send } = useWrite(favourites.set, { parallel: true, invalidates: ['favourites', 'titles'] })
  const change = useCallback(
    async ({ tag, name }: FavouriteTitle, action: 'add' | 'remove'): Promise<void> => {
      const { kind } = await send({ tenantId, contentId: tag, action })
      if (kind !== 'done') return
      toasts.show({
        text: text(action === 'add' ? 'ui.favourites.added' : 'ui.favourites.removed', { name }),
        tone: 'positive',
        action: {
          label: text('ui.undo'),
          onSelect: () =>
            void send({ tenantId, contentId: tag, action: action === 'add' ? 'remove' : 'add' }),
        },
      })
    },
    [send, text, toasts, tenantId],
  )
  return change
}
