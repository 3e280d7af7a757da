import { type CSSProperties, type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import { FilmIcon } from './row-icons.tsx'

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
