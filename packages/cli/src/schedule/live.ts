import { datesIn, fromWireDate, type LiveOccurrence, LiveState, live } from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { sendForTenant } from '../tenants/tenant.ts'
import { typeName } from './fields.ts'

/** LIVE-05, decision 0141: `kinora schedule live`: what is on air and comes next, of one event or of all that are active. */
export const addLive: FillCommand = (command, session) => {
  command
    .argument('[id]', text('resource.id'))
    .hook('preAction', printing(session, fieldsOfRows(LiveState)))
    .action((id: string | undefined) => (id === undefined ? showAll(session) : showOne(session, id)))
  addExamples(command, ['', 'ID', 'ID --json air,viewers,next'])
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
    ['now', row.current && whenOf(row.current, row.timeZone)],
    ['next', row.next && whenOf(row.next, row.timeZone)],
    ['link opens', (row.current ?? row.next) && clockOf((row.current ?? row.next)!.opensAt, row.timeZone)],
  ])
  if (row.state === 'Active' && (row.current ?? row.next)?.isPlayable === false)
    session.print.warn('It has nothing to play. Choose a class with schedule edit, or upload a video.')
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
