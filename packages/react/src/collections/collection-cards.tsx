import type { Collection } from '@kinora/core'
import type { ReactNode } from 'react'
import { ListCards } from '../ui/list/list-cards.tsx'
import type { Highlight } from './collection-columns.tsx'
import { CollectionTile } from './collection-tile.tsx'
import { useCollectionTexts } from './texts.ts'

export interface CollectionCardsProps {
  /** The name of the cards; ours unless given. */
  label?: string | undefined
  /** Where a collection is edited; without it names are buttons where the root has `onOpen`, else words. */
  rowHref?: ((tag: string) => string) | undefined
  /** What a card is dragged by, as `useRowOrder` gives it. */
  handle?: ((row: Collection) => ReactNode) | undefined
  /** Whether it is highlighted now; as the row has it unless given. */
  isHighlighted?: ((row: Collection, which: Highlight) => boolean) | undefined
  /** Shown while there are no collections at all. */
  empty?: ReactNode
}

const size = { width: 232, below: 112 }
const asStored = (row: Collection, which: Highlight) => row[which]

/** Collections as cards with the covers of their first classes, in a `ListRoot`. */
export function CollectionCards(props: CollectionCardsProps) {
  const { label, rowHref, handle, isHighlighted = asStored, empty } = props
  const { text } = useCollectionTexts()
  return (
    <ListCards<Collection>
      label={label ?? text('ui.nav.collections')}
      size={size}
      empty={empty}
      card={(row, menu) => (
        <CollectionTile
          {...{ row, menu, isHighlighted }}
          href={rowHref?.(row.collectionTag)}
          handle={handle?.(row)}
        />
      )}
    />
  )
}
