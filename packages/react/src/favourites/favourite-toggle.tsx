import { favouriteTexts, type Title } from '@kinora/core'
import { Star } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useFavourites } from './use-favourites.ts'

export interface FavouriteToggleProps {
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
