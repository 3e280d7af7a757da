import type { HTMLAttributes } from 'react'
import { classes } from './classes.ts'

export type KbdProps = HTMLAttributes<HTMLElement>

/** One key of a shortcut. */
export function Kbd({ className, ...rest }: KbdProps) {
  return <kbd {...rest} className={classes('kn-kbd', className)} />
}
