import type { HTMLAttributes } from 'react'
import { classes } from './classes.ts'

export type VisuallyHiddenProps = HTMLAttributes<HTMLSpanElement>

/** Words for those who listen. */
export function VisuallyHidden({ className, ...rest }: VisuallyHiddenProps) {
  return <span {...rest} className={classes('kn-hidden', className)} />
}
