import { type CSSProperties, useState } from 'react'
import { classes } from '../classes.ts'

export interface AvatarProps {
  name: string
  src?: string
  size?: number
  /** Beside the written name it is decoration. */
  decorative?: boolean
  className?: string
}

/** A picture of a person or an organisation, or their initials. */
export function Avatar({ name, src, size = 28, decorative, className }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const style = { '--kn-avatar-size': `${size}px` } as CSSProperties
  const named = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
  return (
    <span {...named} className={classes('kn-avatar', className)} style={style} data-initials={initials(name)}>
      {src && src !== failed ? <img src={src} alt="" onError={() => setFailed(src)} /> : null}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
