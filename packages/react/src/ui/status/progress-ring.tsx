import { classes } from '../classes.ts'

export interface ProgressRingProps {
  /** 0 to 1; left out, the ring turns. */
  value?: number
  size?: number
  /** The name for those who listen; left out, the ring is decoration beside a word. */
  label?: string
  className?: string
}

const stroke = 2

/** A thin ring that fills, or turns while nothing can be measured. */
export function ProgressRing({ value, size = 16, label, className }: ProgressRingProps) {
  const radius = (size - stroke) / 2
  const length = 2 * Math.PI * radius
  const part = value === undefined ? 0.28 : Math.min(1, Math.max(0, value))
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: stroke }
  const named = label
    ? {
        role: 'progressbar',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': value === undefined ? undefined : Math.round(part * 100),
      }
    : { 'aria-hidden': true }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label; a title would be a tooltip
    <svg
      {...named}
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
