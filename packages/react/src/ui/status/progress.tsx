import { type CSSProperties, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

export interface ProgressBarProps {
  label: string
  /** 0 to 1; left out, the bar moves without measure. */
  value?: number
  tone?: 'accent' | 'positive' | 'negative' | 'warning'
  /** Shown at the end of the line above the bar: a percentage, a speed, the time left. */
  detail?: ReactNode
  /** Keeps the label for those who listen only. */
  hideLabel?: boolean
  className?: string
}

/** A bar with its name and figures in one line above it. */
export function ProgressBar({
  label,
  value,
  tone = 'accent',
  detail,
  hideLabel,
  className,
}: ProgressBarProps) {
  const id = useId()
  const part = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div
      className={classes('kn-progress', className)}
      data-tone={tone}
      data-indeterminate={part === undefined ? '' : undefined}
    >
      <div className={hideLabel && !detail ? 'kn-hidden' : 'kn-progress-text'}>
        <span id={id} className={hideLabel ? 'kn-hidden' : undefined} title={label}>
          {label}
        </span>
        {detail ? <span>{detail}</span> : null}
      </div>
      <div
        role="progressbar"
        className="kn-progress-track"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={part === undefined ? undefined : Math.round(part * 100)}
      >
        <div className="kn-progress-fill" style={{ '--kn-progress': part } as CSSProperties} />
      </div>
    </div>
  )
}

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
