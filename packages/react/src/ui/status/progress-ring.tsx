import { classes } from '../classes.ts'

export interface ProgressRingProps {
  /** 0 to 1; left out, the ring turns. */
  value?: number
  size?: number
  className?: string
}

const stroke = 2

/** A thin ring that fills, or turns while nothing can be measured; decoration beside a word. */
export function ProgressRing({ value, size = 16, className }: ProgressRingProps) {
  const radius = (size - stroke) / 2
  const length = 2 * Math.PI * radius
  const part = value === undefined ? 0.28 : Math.min(1, Math.max(0, value))
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: stroke }
  return (
    <svg
      aria-hidden="true"
      className={classes('kn-ring', className)}
      data-indeterminate={value === undefined ? '' : undefined}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
    >
      <circle {...circle} />
      <circle {...circle} strokeDasharray={length} strokeDashoffset={length * (1 - part)} />
    </svg>
  )
}
