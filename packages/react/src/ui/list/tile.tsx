import type { ReactNode } from 'react'
import { RowName } from '../table/row-name.tsx'

export interface TileProps {
  /** Its picture, 16:9 and as wide as the card. */
  media: ReactNode
  /** What it is dragged by: over the picture. */
  handle?: ReactNode
  name: string
  lang?: string | undefined
  href?: string | undefined
  /** Softer lines below the name, and badges. */
  children?: ReactNode
  /** What can be done to it. */
  menu?: ReactNode
}

/** A row as a card of a `CardGrid`: picture, name, what is to be known of it. */
export function Tile({ media, handle, name, lang, href, children, menu }: TileProps) {
  return (
    <div className="kn-title-card" data-wide="">
      {media}
      {handle}
      <div className="kn-title-card-words">
        <RowName {...{ href, lang }}>{name}</RowName>
        {children}
      </div>
      <span className="kn-title-card-menu">{menu}</span>
    </div>
  )
}
