import { type Broadcast, type LiveOccurrence, type LiveState, live, type ScheduledEvent } from '@kinora/core'
import { useDates } from '../kernel/use-dates.ts'
import { useEvents } from '../kernel/use-events.ts'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Badge } from '../ui/status/badge.tsx'
import { NothingToPlay } from './event-parts.tsx'
import { useEventTexts } from './texts.ts'

/** Milliseconds between looks at who watches. */
const POLL_INTERVAL = 10_000

/** LIVE-05, decision 0141: on the page of an active event: whether it is on air, who watches, when it is next. */
export function EventOnAir({ event }: { event: ScheduledEvent }) {
  const { data } = useRead(
    live.view,
    { eventId: event.eventId },
    { enabled: event.active, refetchInterval: POLL_INTERVAL },
  )
  if (!event.active || data === undefined) return null
  return (
    <div className="kn-on-air">
      <Standing state={data} />
      {data.broadcast === null ? null : <SenderHealth broadcast={data.broadcast} />}
    </div>
  )
}

/** LIVE-06: how the sender does; its figures change with every look, so they aren’t announced. */
function SenderHealth({ broadcast }: { broadcast: Broadcast }) {
  const { text } = useEventTexts()
  const { sender, width, height, fps, bitrate, dropped, problem } = broadcast
  const size = `${width}×${height}`
  const kilobits = Math.round(bitrate / 1000)
  const receiving =
    width === null
      ? text('ui.events.sendingSoon')
      : text('ui.events.sending', { size, fps: fps ?? 0, bitrate: kilobits })
  const words = {
    sending: receiving,
    gone: text('ui.events.senderGone'),
    waiting: text('ui.events.senderWaiting'),
  }
  const problems = {
    codec: text('ui.events.senderCodec'),
    full: text('ui.events.senderFull'),
    failed: text('ui.events.senderFailed'),
  }
  return (
    <>
      <span className={sender === 'sending' ? undefined : 'kn-on-air-soft'}>{words[sender]}</span>
      {dropped > 0 ? <span>{text('ui.events.senderDropped', { count: dropped })}</span> : null}
      {problem === null ? null : <Badge tone="negative">{problems[problem]}</Badge>}
    </>
  )
}

/** Above the calendar: what is on air now, else what comes next; each leads to its event. */
export function OnAirList({
  className,
  tenantId,
  onOpen,
}: {
  className?: string | undefined
  tenantId: string
  onOpen: ((id: string, date?: string) => void) | undefined
}) {
  const { data } = useRead(live.list, { tenantId }, { refetchInterval: POLL_INTERVAL })
  useEvents('event', ['live'])
  const all = data?.data ?? []
  const now = all.filter(({ air }) => air !== 'off')
  const shown = now.length > 0 ? now : all.slice(0, 1)
  if (shown.length === 0) return null
  return (
    <ul className={classes('kn-on-air', className)}>
      {shown.map(state => (
        <li key={state.eventId}>
          <Standing state={state} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

interface StandingProps {
  state: LiveState
  onOpen?: ((id: string, date?: string) => void) | undefined
}

function Standing({ state, onOpen }: StandingProps) {
  const { text } = useEventTexts()
  const { moment } = useDates()
  const { air, current, next, viewers, eventId } = state
  const shown = current ?? next
  if (shown === null) return null
  const words = wordsOf(state, shown, { text, moment })
  const badges = (
    <>
      {air === 'onAir' ? <Badge tone="positive">{text('ui.events.onAir')}</Badge> : null}
      {air === 'open' ? <Badge tone="info">{text('ui.events.aboutToStart')}</Badge> : null}
      {shown.isPlayable ? null : <NothingToPlay />}
    </>
  )
  return (
    <>
      {onOpen === undefined ? (
        // A change is announced; how many watch changes all the time and isn’t.
        <span className="kn-on-air" role="status">
          {badges}
          <span>{words}</span>
        </span>
      ) : (
        <>
          {badges}
          <Button variant="quiet" size="compact" onClick={() => onOpen(eventId, shown.date)}>
            {words}
          </Button>
        </>
      )}
      {air === 'onAir' ? <span>{text('ui.events.viewers', { count: viewers })}</span> : null}
      {air === 'off' && shown.isPlayable ? (
        <span className="kn-on-air-soft">{text('ui.events.linkOpens', { when: moment(shown.opensAt) })}</span>
      ) : null}
    </>
  )
}

type Words = Pick<ReturnType<typeof useEventTexts>, 'text'> & Pick<ReturnType<typeof useDates>, 'moment'>

function wordsOf({ air }: LiveState, { title, start, end }: LiveOccurrence, { text, moment }: Words): string {
  if (air === 'onAir') return text('ui.events.nowPlaying', { title, when: moment(end) })
  if (air === 'open') return text('ui.events.startsAt', { title, when: moment(start) })
  return text('ui.events.comesNext', { title, when: moment(start) })
}
