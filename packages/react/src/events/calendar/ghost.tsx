import type { CalendarEvent } from '@kinora/core'
import type { Slot } from './slots.ts'

interface GhostProps {
  ghost: { event?: CalendarEvent | undefined; to: Slot; length?: number | undefined }
  scale: number
  days: readonly number[]
  time: string
  /** Why it can't be dropped there. */
  refusal: string | undefined
}

/** What is dragged, where it would be dropped, and why it can't be. */
export function Ghost({ ghost: { event, to, length }, scale, days, time, refusal }: GhostProps) {
  const column = days.indexOf(to.day)
  if (column === -1) return null
  const minutes = length ?? Math.max(20, Math.round((event?.durationSecond ?? 0) / 60))
  return (
    <div
      className="kn-event kn-ghost"
      aria-hidden="true"
      data-refused={refusal === undefined ? undefined : ''}
      style={{
        insetBlockStart: to.minutes * scale,
        blockSize: Math.max(18, minutes * scale),
        insetInlineStart: `calc(var(--kn-axis) + (100% - var(--kn-axis)) * ${column / days.length})`,
        inlineSize: `calc((100% - var(--kn-axis)) / ${days.length} - 2px)`,
      }}
    >
      <span>{time}</span> <bdi>{event?.title}</bdi>
      {refusal ? <strong>{refusal}</strong> : null}
    </div>
  )
}
