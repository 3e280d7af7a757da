import { toOffset } from '../kernel/zone-clock.ts'
import { useEventTexts } from './texts.ts'

/** IANA name of the viewer’s own zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether clocks of two zones show the same at a moment. */
export const isSameClock = (one: string, other: string, at: string): boolean =>
  toOffset(at, one) === toOffset(at, other)

/** C-97: the zone that times are told in, and the viewer’s own where its clock shows another time. */
export function ZoneLine({ zone, at }: { zone: string; at?: string }) {
  const { text } = useEventTexts()
  const when = at ?? new Date().toISOString()
  const own = ownZone()
  return (
    <p className="kn-zone">
      {text('ui.events.zone', { zone, offset: toOffset(when, zone) })}
      {isSameClock(zone, own, when) ? null : (
        <span>{text('ui.events.ownZone', { zone: own, offset: toOffset(when, own) })}</span>
      )}
    </p>
  )
}
