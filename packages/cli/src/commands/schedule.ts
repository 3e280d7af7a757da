import {
  type EventDraft,
  en,
  events,
  isKinoraError,
  isRemoved,
  KinoraError,
  ScheduledEvent,
  type Send,
  wireNameOf,
} from '@kinora/core'
import { movedSeries } from '@kinora/core/schedule'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { type Outcome, outcomeFields, showOutcomes } from '../kernel/outcomes.ts'
import { exporting } from '../kernel/pages.ts'
import { resourceVerbs } from '../kernel/resource.ts'
import { agree, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { dayOf, daysOf, toDate, toMoment, toWeekday } from '../schedule/days.ts'
import { eventLines, eventTypes, exceptionsOf, schedule, whenOf } from '../schedule/fields.ts'
import { type EventUploadFlags, uploadedFields } from '../schedule/video.ts'
import { actingTenant, sendForTenant } from '../tenants/tenant.ts'

interface MoveFlags {
  date?: string
  later?: boolean
  from?: string
  to?: string
  time?: string
  at?: string
}

const idName = wireNameOf('eventId', ScheduledEvent.shape.eventId)

const addMove: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .option('--date <day>', 'the class of this day alone, such as 2030-12-24')
    .option('--later', 'with --date: this class and all later ones; a new event goes on from there')
    .option('--from <day>', 'weekday that is moved; needed where there are several')
    .option('--to <day>', 'weekday it is moved to')
    .option('--time <time>', 'the new time, HH:MM; of all its days unless --date says which')
    .option('--at <moment>', text('schedule.at'))
    .hook('preAction', printing(session, fieldsOfRows(ScheduledEvent)))
    .action((id: string, flags: MoveFlags) => move(session, id, flags))
  addExamples(command, [
    'ID --to thu',
    'ID --from mon --to wed --time 19:00',
    'ID --date 2030-12-24 --time 10:00',
    'ID --date 2030-12-24 --later --time 10:00',
    'ID --at "2026-11-20 18:30"',
    'ID --at 2026-11-20T18:30:00+01:00',
  ])
}

/** E-7 `move`; refused with the texts of C-111. */
async function move(session: Session, eventId: string, flags: MoveFlags): Promise<void> {
  if (flags.to === undefined && flags.time === undefined && flags.at === undefined)
    throw usage('Say --to, --time or --at')
  const tenantId = await actingTenant(session)
  const send = await session.send()
  const row = await send(events.view, { tenantId, eventId })
  const at = flags.at && (await toMoment(session, flags.at, async () => row.timeZone))
  if (flags.date !== undefined) return moveDate(session, row, { ...flags, at, date: flags.date })
  const set = toMoved(row, { ...flags, at })
  const moved = await send(events.update, { tenantId, eventId, version: row.version, ...set })
  session.print.record(moved, eventLines(moved))
  session.print.done(safe`Moved: ${whenOf(moved)}`)
}

/** C-150: one class, or it and what comes later. */
async function moveDate(
  session: Session,
  row: ScheduledEvent,
  flags: MoveFlags & { date: string },
): Promise<void> {
  const { eventId, version } = row
  const date = toDate('--date', flags.date)
  const send = await session.send()
  if (flags.later) {
    const moved = toMoved(row, { ...flags, at: undefined, from: flags.from ?? dayOf(date) })
    const later = await send(events.split, { eventId, date, version, ...moved })
    session.print.record(later, eventLines(later))
    return session.print.done(
      safe`Ended ${row.title} before ${date}; it goes on as ${later.eventId}: ${whenOf(later)}`,
    )
  }
  const time = flags.time ?? row.schedule?.daily_time
  const given = flags.at ?? `${date} ${time}`
  const start = flags.at ?? (await toMoment(session, given, async () => row.timeZone))
  showDate(session, date, await send(events.changeOccurrence, { eventId, date, version, start }))
}

interface DateFlags {
  date: string
}

type OnDate = (send: Send, of: { eventId: string; date: string }) => Promise<ScheduledEvent>

/** C-150: an act on the class of one day. */
const onDate =
  (act: OnDate): FillCommand =>
  (command, session) => {
    command
      .argument('<id>', text('resource.id'))
      .requiredOption('--date <day>', 'the day, such as 2030-12-24')
      .hook('preAction', printing(session, fieldsOfRows(ScheduledEvent)))
      .action(async (eventId: string, flags: DateFlags) => {
        const date = toDate('--date', flags.date)
        showDate(session, date, await act(await session.send(), { eventId, date }))
      })
    addExamples(command, ['ID --date 2030-12-24'])
  }

/** C-150: what the class of one day has of its own; an empty value makes it that of the series again. */
const addChange: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .requiredOption('--date <day>', 'the day, such as 2030-12-24')
    .hook('preAction', printing(session, fieldsOfRows(ScheduledEvent)))
  const toDetails = addFlags(command, fieldsOf(events.changeOccurrence.input), {
    names: { durationSecond: 'duration', contentId: 'class' },
    help: { durationSecond: 'length in seconds', contentId: 'tag of the title that plays on this day' },
    omit: ['eventId', 'date', 'start', 'isCancelled', 'version'],
  })
  command.action(async (eventId: string, flags: DateFlags & Record<string, unknown>) => {
    const date = toDate('--date', flags.date)
    const details = toDetails(flags)
    if (Object.keys(details).length === 0) throw usage('Say what is to be changed, such as --title')
    showDate(
      session,
      date,
      await (await session.send())(events.changeOccurrence, { eventId, date, ...details }),
    )
  })
  addExamples(command, ['ID --date 2030-12-24 --title "Christmas ride" --duration 5400'])
}

const addAdd: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .requiredOption('--at <moment>', text('schedule.at'))
    .hook('preAction', printing(session, fieldsOfRows(ScheduledEvent)))
    .action(async (eventId: string, { at }: { at: string }) => {
      const send = await session.send()
      const { timeZone } = await send(events.view, { tenantId: await actingTenant(session), eventId })
      const start = await toMoment(session, at, async () => timeZone)
      const row = await send(events.addOccurrence, { eventId, start })
      const date = Object.keys(row.exceptions).find(
        day => Date.parse(row.exceptions[day]?.start ?? '') === Date.parse(start),
      )
      showDate(session, date ?? at, row)
    })
  addExamples(command, ['ID --at "2030-12-26 10:00"'])
}

/** What became of a date, and the event as it is now. */
function showDate(session: Session, date: string, row: ScheduledEvent): void {
  session.print.record(row, eventLines(row))
  const line = exceptionsOf(row).find(one => one.startsWith(date))
  session.print.done(line === undefined ? safe`${date}: as the series has it` : safe`${line}`)
}

function toMoved(row: ScheduledEvent, { from, to, time, at }: MoveFlags): Partial<EventDraft> {
  if (row.schedule === null || at !== undefined) return { schedule_time: at ?? null }
  const { weekdays, daily_time } = row.schedule
  if (from === undefined && to !== undefined && weekdays.length > 1)
    throw usage(safe`This event takes place on several days. Say --from with one of: ${daysOf(weekdays)}`)
  const day = from === undefined ? weekdays[0]! : toWeekday(from)
  const target = to === undefined ? day : toWeekday(to)
  return { schedule: movedSeries(row.schedule, day, target, time ?? daily_time) }
}

const addDelete: FillCommand = (command, session) => {
  command
    .argument('<id...>', text('resource.ids'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, outcomeFields(idName)))
    .action(async (given: string[], { yes }: { yes?: boolean }) => {
      const ids = [...new Set(given)]
      await agree(session, yes, text('resource.deleteAsk', { count: ids.length }))
      const send = await session.send()
      const done = await send(events.remove, { ids }).catch((error: unknown) => {
        // EVENT-31: the one refusal is that none was there.
        const isMissing = isKinoraError(error) && error.code === 'refused' && error.issues.length === 0
        throw isMissing ? new KinoraError('notFound', { detail: en['title.deleteFailed'] }) : error
      })
      const outcomes = done.map(
        (item): Outcome =>
          isRemoved(item)
            ? { id: item.id, done: en['success.itemDeleted'] }
            : { id: item.id, error: new KinoraError('notFound') },
      )
      showOutcomes(session, idName, outcomes)
    })
  addExamples(command, ['ID OTHER_ID --yes'])
}

const addExport = exporting({
  flags: command =>
    addFlags(command, fieldsOf(events.export.input), {
      omit: ['tenantId'],
      names: { eventStatus: 'status', eventType: 'type' },
      values: { eventType: eventTypes },
      help: { eventStatus: text('schedule.status'), eventType: text('schedule.type') },
    }),
  ask: (session, input) => sendForTenant(session, events.export, input, { timeout: 0 }),
  examples: ['-o schedule.ics', '--status active -o live.ics'],
})

const addFeed: FillCommand = (command, session) => {
  command
    .option('--renew', 'give the feed a new address; the old one ends')
    .option('--close', 'end the feed')
    .hook('preAction', printing(session, ['path']))
    .action(async ({ renew, close }: { renew?: boolean; close?: boolean }) => {
      const send = await session.send()
      const input = { tenantId: await actingTenant(session) }
      if (close) {
        await send(events.closeFeed, input)
        return session.print.done('The feed has ended.')
      }
      const { path } = await send(events[renew ? 'renewFeed' : 'feed'], input)
      if (path === null) return session.print.warn('There is no feed. Make one with --renew.')
      const address = new URL(path, await session.url()).href
      session.print.record({ path: address }, [['address', address]])
    })
  addExamples(command, ['', '--renew'])
}

const addUpload: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .argument('<file>', text('argument.localFile'))
    .option(
      '--replace',
      'replace the video of an active event, or an upload that was started with another file',
    )
    .option('--no-wait', text('upload.noWait'))
    .hook('preAction', printing(session, uploadedFields))
    .action(async (id: string, path: string, flags: EventUploadFlags) => {
      const { uploadVideo } = await import('../schedule/upload.ts')
      await uploadVideo(session, id, { path, flags })
    })
  addExamples(command, ['ID class.mp4', 'ID class.mp4 --no-wait'])
}

const addJoin: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .hook('preAction', printing(session, fieldsOfRows(ScheduledEvent)))
    .action(async (eventId: string) => {
      const row = await (await session.send())(events.join, { eventId })
      session.print.record(row, eventLines(row))
      session.print.done(safe`Goes on as ${row.eventId}: ${whenOf(row)}`)
    })
  addExamples(command, ['ID'])
}

/** EVENT-01 to EVENT-31: `kinora schedule`. */
export const scheduleVerbs: readonly LazyCommand[] = [
  ...resourceVerbs<ScheduledEvent>(schedule),
  {
    name: 'calendar',
    summary: 'show what happens from day to day, on the clock of the tenant',
    load: async () => (await import('../schedule/calendar.ts')).addCalendar,
  },
  {
    name: 'live',
    summary: 'show what is on air, who watches and what comes next, of one event or of all active ones',
    load: async () => (await import('../schedule/live.ts')).addLive,
  },
  {
    name: 'renew-key',
    summary: 'give a live event another stream key; the one before stops at once',
    load: async () => (await import('../schedule/live.ts')).addRenewKey,
  },
  verb('move', 'move one class, one weekday of an event, or all of it to another time', addMove),
  verb(
    'cancel',
    'cancel the class of one day of a weekly event',
    onDate((send, of) => send(events.changeOccurrence, { ...of, isCancelled: true })),
  ),
  verb(
    'change',
    'change title, description, length, instructor or class of one day of a weekly event',
    addChange,
  ),
  verb('add', 'add a date to a weekly event', addAdd),
  {
    name: 'duplicate',
    summary: 'duplicate the classes of a day or a week onto other days',
    load: async () => (await import('../schedule/duplicate.ts')).addDuplicate,
  },
  verb(
    'restore',
    'make one day as the series has it again: moved, edited, cancelled or added no more',
    onDate((send, of) => send(events.restoreOccurrence, of)),
  ),
  verb('join', 'let a series that was split go on as one again, under the earlier id', addJoin),
  verb('delete', 'delete events, with their videos and uploads', addDelete),
  verb('upload', 'upload the video of a simulated live class; an interrupted upload resumes', addUpload),
  verb('export', 'write the schedule of the next twelve weeks as iCalendar', addExport),
  verb('feed', 'show the address that calendars subscribe to, make a new one, or end it', addFeed),
]
