import { type CSSProperties, type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import type { LinkComponent } from '../frame/link.tsx'
import { FilmIcon } from './row-icons.tsx'
import { RowName } from './row-name.tsx'

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
  return (
    <span className="kn-cell-title">
      {media}
      <span className="kn-cell-words">
        <RowName {...{ href, lang, linkComponent }}>{name}</RowName>
        {detail ? <span className="kn-cell-soft">{detail}</span> : null}
      </span>
    </span>
  )
}

export interface ThumbnailProps {
  src?: string | null
  /** Empty beside the written name. */
  alt?: string
  width?: number | string
  /** The same picture in other widths, as `srcset` has it. */
  srcSet?: string | undefined
  /** Shown when there is no picture or it can't be loaded. */
  fallback?: ReactNode
  /** In the corner: a duration. */
  corner?: ReactNode
  className?: string
  style?: CSSProperties
}

/** A 16:9 picture that never jumps and never shows a broken image. */
export function Thumbnail({
  src,
  srcSet,
  alt = '',
  width,
  fallback,
  corner,
  className,
  style,
}: ThumbnailProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classes('kn-thumb', className)} style={{ inlineSize: width, ...style }}>
      {src && src !== failed ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={srcSet && (typeof width === 'number' ? `${width}px` : 'auto, 640px')}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
        />
      ) : (
        (fallback ?? <FilmIcon size={16} />)
      )}
      {corner ? <span className="kn-thumb-corner">{corner}</span> : null}
    </span>
  )
}
