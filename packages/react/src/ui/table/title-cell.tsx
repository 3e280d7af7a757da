import type { ReactNode } from 'react'
import { type LinkComponent, useLink } from '../frame/link.tsx'

export interface TitleCellProps {
  /** A Thumbnail or an Avatar. */
  media?: ReactNode
  name: ReactNode
  /** A softer second line: a tag, an address. */
  detail?: ReactNode
  href?: string
  lang?: string
  linkComponent?: LinkComponent
}

/** The first cell of a row: picture, name in strong, detail in soft. */
export function TitleCell({ media, name, detail, href, lang, linkComponent }: TitleCellProps) {
  const Link = useLink(linkComponent)
  return (
    <span className="kn-cell-title">
      {media}
      <span className="kn-cell-words">
        {href === undefined ? (
          <span className="kn-cell-name" lang={lang}>
            {name}
          </span>
        ) : (
          <Link href={href} className="kn-cell-name" lang={lang}>
            {name}
          </Link>
        )}
        {detail ? <span className="kn-cell-soft">{detail}</span> : null}
      </span>
    </span>
  )
}
