import {
  type EventDraft,
  en,
  events,
  isKinoraError,
  isRemoved,
  KinoraError,
  ScheduledEvent,
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
import { daysOf, toMoment, toWeekday } from '../schedule/days.ts'
import { eventTypes, schedule, whenOf } from '../schedule/fields.ts'
import { type EventUploadFlags, uploadedFields } from '../schedule/video.ts'
import { actingTenant, sendForTenant } from '../tenants/tenant.ts'

interface MoveFlags {
  from?: string
  to?: string
  time?: string
  at?: string
}

const idName = wireNameOf('eventId', ScheduledEvent.shape.eventId)

const addMove: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .option('--from <day>', 'weekday that is moved; needed where there are several')
    .option('--to <day>', 'weekday it is moved to')
    .option('--time <time>', 'the new time of all its days, HH:MM')
    .option('--at <moment>', text('schedule.at'))
    .hook('preAction', printing(session, fieldsOfRows(ScheduledEvent)))
    .action((id: string, flags: MoveFlags) => move(session, id, flags))
  addExamples(command, [
    'ID --to thu',
    'ID --from mon --to wed --time 19:00',
    'ID --at "2026-11-20 18:30"',
    'ID --at 2026-11-20T18:30:00+01:00',
  ])
}

/** E-7 `move`; refused with the texts of C-111. */
async function move(session: Session, eventId: string, flags: MoveFlags): Promise<void> {
  if (flags.to === undefined && flags.time === undefined && flags.at === undefined)
    throw usage('Say --to, --time or --at')
  const tenantId = await actingTenant(session)
  const api = await session.api()
  const row = await api.events.view({ tenantId, eventId })
  const at = flags.at && (await toMoment(session, flags.at, async () => row.timeZone))
  const set = toMoved(row, { ...flags, at })
  const moved = await api.events.update({ tenantId, eventId, version: row.version, ...set })
  session.print.record(moved, schedule.details?.(moved) ?? [])
  session.print.done(safe`Moved: ${whenOf(moved)}`)
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
      const api = await session.api()
      const done = await api.events.remove({ ids }).catch((error: unknown) => {
        // EVENT-31: the one refusal is that none was there.
        const isGone = isKinoraError(error) && error.code === 'refused' && error.issues.length === 0
        throw isGone ? new KinoraError('notFound', { detail: en['title.deleteFailed'] }) : error
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
      const api = await session.api()
      const input = { tenantId: await actingTenant(session) }
      if (close) {
        await api.events.closeFeed(input)
        return session.print.done('The feed has ended.')
      }
      const { path } = await api.events[renew ? 'renewFeed' : 'feed'](input)
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

/** EVENT-01 to EVENT-31: `kinora schedule`. */
export const scheduleVerbs: readonly LazyCommand[] = [
  ...resourceVerbs<ScheduledEvent>(schedule),
  {
    name: 'calendar',
    summary: 'show what happens from day to day, on the clock of the tenant',
    load: async () => (await import('../schedule/calendar.ts')).addCalendar,
  },
  verb('move', 'move one weekday of an event, or all of it to another time', addMove),
  verb('delete', 'delete events, with their videos and uploads', addDelete),
  verb('upload', 'upload the video of a simulated live class; an interrupted upload resumes', addUpload),
  verb('export', 'write the schedule of the next twelve weeks as iCalendar', addExport),
  verb('feed', 'show the address that calendars subscribe to, make a new one, or end it', addFeed),
]
