import { type Collection, toActiveState } from '@kinora/core'
import type { ReactNode } from 'react'
import { StoredPicture } from '../kernel/row-list.tsx'
import { Tile } from '../ui/list/tile.tsx'
import { Badge, StateBadge } from '../ui/status/badge.tsx'
import { Counts, type Highlight } from './collection-columns.tsx'
import { useCollectionTexts } from './texts.ts'

interface CollectionTileProps {
  row: Collection
  href: string | undefined
  handle: ReactNode
  menu: ReactNode
  isHighlighted: (row: Collection, which: Highlight) => boolean
}

const marks = {
  isFeaturedCollection: 'ui.collections.columnFeatured',
  isClassOfDayCollection: 'ui.collections.columnClassOfDay',
} as const

/** 28.4: a collection as a card: the covers of its first classes, what it holds, whether members see it. */
export function CollectionTile({ row, href, handle, menu, isHighlighted }: CollectionTileProps) {
  const { text } = useCollectionTexts()
  return (
    <Tile name={row.name} href={href} handle={handle} menu={menu} media={<Covers row={row} />}>
      <Counts row={row} text={text} inWords />
      <span className="kn-tile-badges">
        <StateBadge state={toActiveState(row)} word={state => text(`ui.state.${state}`)} />
        {(Object.keys(marks) as Highlight[])
          .filter(which => isHighlighted(row, which))
          .map(which => (
            <Badge key={which} tone="info">
              {text(marks[which])}
            </Badge>
          ))}
      </span>
    </Tile>
  )
}

/** Four covers where there are four, so that collections with the same first class are told apart. */
function Covers({ row: { collectionItems } }: { row: Collection }) {
  const links = collectionItems.flatMap(({ imageLink }) => imageLink ?? []).slice(0, 4)
  if (links.length < 4) return <StoredPicture link={links[0]} width="100%" />
  return (
    <span className="kn-mosaic">
      {links.map((link, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two classes may have the same cover
        <StoredPicture key={nth} link={link} width="100%" />
      ))}
    </span>
  )
}
