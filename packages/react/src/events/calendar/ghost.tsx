import type { CalendarEvent } from '@kinora/core'
import { after, piecesOf } from './pieces.ts'
import { linesOf, type Slot } from './slots.ts'

interface GhostProps {
  ghost: { event?: CalendarEvent | undefined; to: Slot; length?: number | undefined }
  scale: number
  days: readonly number[]
  time: string
  /** Why it can't be dropped there. */
  refusal: string | undefined
}

/** What is dragged, where it would be dropped, on every day that it would be seen, and why it can't be. */
export function Ghost({ ghost: { event, to, length }, scale, days, time, refusal }: GhostProps) {
  const minutes = length ?? Math.max(20, Math.round((event?.durationSecond ?? 0) / 60))
  return piecesOf(to, after(to, minutes))
    .filter(({ day }) => days.includes(day))
    .map(piece => ({ ...piece, blockSize: Math.max(18, (piece.to - piece.minutes) * scale) }))
    .map((piece, index) => (
      <div
        key={piece.day}
        className="kn-event kn-ghost"
        aria-hidden="true"
        data-refused={refusal === undefined ? undefined : ''}
        data-continued={piece.day === to.day ? undefined : ''}
        style={{
          insetBlockStart: piece.minutes * scale,
          blockSize: piece.blockSize,
          insetInlineStart: `calc(var(--kn-axis) + (100% - var(--kn-axis)) * ${days.indexOf(piece.day) / days.length})`,
          inlineSize: `calc((100% - var(--kn-axis)) / ${days.length} - 2px)`,
        }}
      >
        <span className="kn-event-words" style={{ WebkitLineClamp: linesOf(piece.blockSize) }}>
          <span>{time}</span> <bdi>{event?.title}</bdi>
        </span>
        {refusal && index === 0 ? <strong>{refusal}</strong> : null}
      </div>
    ))
}
