import { type Broadcast, datesIn, fromWireDate, type LiveOccurrence, LiveState, live } from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { toSize } from '../kernel/progress.ts'
import { agree, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { sendForTenant } from '../tenants/tenant.ts'
import { typeName } from './fields.ts'

/** LIVE-05, decision 0141: `kinora schedule live`: what is on air and comes next, of one event or of all that are active. */
export const addLive: FillCommand = (command, session) => {
  command
    .argument('[id]', text('resource.id'))
    .option('--follow', 'of one event: say every few seconds how it goes, until it is off air')
    .hook('preAction', printing(session, fieldsOfRows(LiveState)))
    .action((id: string | undefined, { follow }: { follow?: boolean }) => {
      if (follow === true && id === undefined) throw usage('--follow needs an event')
      if (id === undefined) return showAll(session)
      return follow ? followOne(session, id) : showOne(session, id)
    })
  addExamples(command, ['', 'ID', 'ID --json air,viewers,next', 'ID --json broadcast'])
}

/** LIVE-06: `kinora schedule renew-key`. */
export const addRenewKey: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['eventId', 'eventKey']))
    .action(async (eventId: string, { yes }: { yes?: boolean }) => {
      const question = 'Make a new stream key? Whoever is sending with the present one is cut off.'
      await agree(session, yes, question)
      const row = await (await session.send())(live.renewKey, { eventId })
      session.print.record(row, [
        ['id', row.eventId],
        ['stream key', row.eventKey],
      ])
    })
  addExamples(command, ['ID --yes'])
}

const airWords = { off: 'off air', open: 'about to start', onAir: 'on air' } as const

async function showOne(session: Session, eventId: string): Promise<void> {
  const row = await (await session.send())(live.view, { eventId })
  session.print.record(row, [
    ['id', row.eventId],
    ['type', typeName(row.type)],
    ['state', row.state],
    ['air', airWords[row.air]],
    ['watching', row.viewers],
    ...broadcastLines(row),
    ['now', row.current && whenOf(row.current, row.timeZone)],
    ['next', row.next && whenOf(row.next, row.timeZone)],
    ['link opens', (row.current ?? row.next) && clockOf((row.current ?? row.next)!.opensAt, row.timeZone)],
  ])
  if (row.state === 'Active' && (row.current ?? row.next)?.isPlayable === false)
    session.print.warn('It has nothing to play. Choose a class with schedule edit, or upload a video.')
}

const problems = {
  codec: 'it was cut off: send H.264 and AAC',
  full: 'the disk is full: it still plays and is no longer recorded',
  failed: 'it could not be encoded; start it again',
} as const

/** How the sender of a platform live event does. */
function broadcastLines({ broadcast, timeZone }: LiveState): [string, string | number | null][] {
  if (broadcast === null) return []
  const { address, sender, since, seenAt, dropped, recordedBytes, problem, titleTag, preview } = broadcast
  return [
    ['send to', address === null ? 'this server takes no live streams' : `${address}/STREAM-KEY`],
    ['sender', senderOf(broadcast)],
    ['since', since && clockOf(since, timeZone)],
    ['last seen', seenAt && clockOf(seenAt, timeZone)],
    ['frames left out', sender === 'waiting' ? null : dropped],
    ['recorded', recordedBytes === 0 ? null : toSize(recordedBytes)],
    ['problem', problem && problems[problem]],
    ['recorded as', titleTag],
    ['preview', preview],
  ]
}

function senderOf({ sender, width, height, fps, bitrate }: Broadcast): string {
  if (sender === 'waiting') return 'nobody has sent yet'
  if (sender === 'gone') return 'gone; it may come back'
  return width === null
    ? 'connected'
    : `sending ${width}x${height}, ${fps} frames a second, ${Math.round(bitrate / 1000)} kbit/s`
}

/** Milliseconds between two looks. */
const LOOK = 5000

/** One line for each look, until the event is off air and nobody sends. */
async function followOne(session: Session, eventId: string): Promise<void> {
  const { clock, interrupted } = session.world
  const send = await session.send()
  for (;;) {
    const row = await send(live.view, { eventId })
    const { air, viewers, broadcast, now, timeZone } = row
    const sender = broadcast === null ? [] : [senderOf(broadcast)]
    session.print.record(row, [
      [clockOf(now, timeZone), [airWords[air], `${viewers} watching`, ...sender].join(', ')],
    ])
    if (air === 'off' && broadcast?.sender !== 'sending') return
    await clock.sleep(LOOK, interrupted)
  }
}

async function showAll(session: Session): Promise<void> {
  const { data, timeZone } = await sendForTenant(session, live.list, {})
  session.print.table(data, [
    { header: 'TITLE', value: row => (row.current ?? row.next)?.title, flexible: true },
    { header: 'TYPE', value: row => typeName(row.type) },
    {
      header: 'AIR',
      value: row => airWords[row.air],
      look: row => (row.air === 'onAir' ? 'good' : undefined),
    },
    { header: 'START', value: row => clockOf((row.current ?? row.next)!.start, timeZone) },
    { header: 'WATCHING', value: row => row.viewers },
    {
      header: 'PLAYS',
      value: row => ((row.current ?? row.next)!.isPlayable ? 'yes' : 'nothing'),
      look: row => ((row.current ?? row.next)!.isPlayable ? undefined : 'bad'),
    },
    { header: 'ID', value: row => row.eventId, look: 'accent' },
  ])
  session.print.note(text('schedule.calendar.zone', { timeZone }))
}

const clockOf = (wire: string, timeZone: string): string => datesIn(timeZone).dayAndTime(fromWireDate(wire)!)

const whenOf = ({ title, start, end, isPlayable }: LiveOccurrence, timeZone: string): string =>
  [
    `${title}, ${clockOf(start, timeZone)} to ${clockOf(end, timeZone)} ${timeZone}`,
    ...(isPlayable ? [] : ['nothing to play']),
  ].join(', ')
