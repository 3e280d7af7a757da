import { classes } from '../classes.ts'

export interface SkeletonProps {
  width?: number | string
  height?: number | string
  shape?: 'line' | 'circle'
  className?: string
}

/** The shape of what is coming, hidden from those who listen: say "loading" once, around it. */
export function Skeleton({ width = '100%', height = 14, shape = 'line', className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classes('kn-skeleton', className)}
      data-shape={shape}
      style={{ inlineSize: width, blockSize: height }}
    />
  )
}
