import type { ScheduledEvent } from '@kinora/core'
import { Lock } from 'lucide-react'
import { toOffset } from '../kernel/use-dates.ts'
import { classes } from '../ui/classes.ts'
import { Badge, StateBadge } from '../ui/status/badge.tsx'
import { useEventTexts } from './texts.ts'

/** EVENT-23: Saved, Inactive or Active; a lock where it can't be moved (EVENT-13), and what an active one lacks (C-138). */
export function EventState({
  event,
}: {
  event: Pick<ScheduledEvent, 'state' | 'active' | 'isLocked' | 'isPlayable'>
}) {
  const { text } = useEventTexts()
  return (
    <span className="kn-event-state">
      {event.active && !event.isPlayable ? <NothingToPlay /> : null}
      <StateBadge state={event.state} word={state => text(`ui.state.${state}`)} />
      {event.isLocked ? <Lock size={14} role="img" aria-label={text('ui.events.locked')} /> : null}
    </span>
  )
}

/** C-138: at its time nothing would play. */
export function NothingToPlay() {
  const { text } = useEventTexts()
  return <Badge tone="warning">{text('ui.events.nothingToPlay')}</Badge>
}

/** C-150: how a class differs from its series. */
export function ExceptionBadge({ exception }: { exception: 'moved' | 'edited' | 'added' | 'cancelled' }) {
  const { text } = useEventTexts()
  return (
    <Badge tone={exception === 'cancelled' ? 'negative' : 'neutral'}>
      {text(`ui.events.exception.${exception}`)}
    </Badge>
  )
}

/** IANA name of the viewer’s own zone. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether clocks of two zones show the same at a moment. */
export const isSameClock = (one: string, other: string, at: string): boolean =>
  toOffset(at, one) === toOffset(at, other)

interface ZoneLineProps {
  className?: string | undefined
  zone: string
  /** A wire date: the offset is that of this moment; now unless given. */
  at?: string
  /** The day in words from which on the clock shows another time, and a moment of that. */
  change?: { day: string; at: string } | undefined
}

/**
 * C-97: the zone that times are shown in, a change of its clock, and the viewer’s own zone where its clock shows another time.
 */
export function ZoneLine({ className, zone, at, change }: ZoneLineProps) {
  const { text } = useEventTexts()
  const when = at ?? new Date().toISOString()
  const own = browserTimeZone()
  return (
    <p className={classes('kn-zone', className)}>
      {text('ui.events.zone', { zone, offset: toOffset(when, zone) })}
      {change === undefined ? null : (
        <span>{text('ui.events.clockChange', { day: change.day, offset: toOffset(change.at, zone) })}</span>
      )}
      {isSameClock(zone, own, when) ? null : (
        <span>{text('ui.events.ownZone', { zone: own, offset: toOffset(when, own) })}</span>
      )}
    </p>
  )
}
