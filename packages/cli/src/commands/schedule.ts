import { type EventDraft, en, events, KinoraError, ScheduledEvent } from '@kinora/core'
import { movedSeries } from '@kinora/core/schedule'
import { usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { type Outcome, outcomeFields, showOutcomes } from '../kernel/outcomes.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import { saveAnswer } from '../kernel/save-answer.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { addTransferFlags } from '../kernel/transfer-flags.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { daysOf, toWeekday } from '../schedule/days.ts'
import { eventTypes, schedule, whenOf } from '../schedule/fields.ts'
import { toMoment } from '../schedule/moment.ts'
import { scheduleText } from '../schedule/texts.ts'
import { type EventUploadFlags, uploadedFields } from '../schedule/upload.ts'
import { actingTenant } from '../tenants/acting-tenant.ts'
import { text } from '../texts.ts'

interface MoveFlags {
  from?: string
  to?: string
  time?: string
  at?: string
}

const addMove: FillCommand = (command, session) => {
  command
    .argument('<id>', text('resource.id'))
    .option('--from <day>', scheduleText('help.from'))
    .option('--to <day>', scheduleText('help.to'))
    .option('--time <time>', scheduleText('help.time'))
    .option('--at <moment>', scheduleText('help.at'))
    .hook('preAction', printing(session, Object.keys(ScheduledEvent.shape)))
    .action((id: string, flags: MoveFlags) => move(session, id, flags))
}

/** E-7 `move`; refused with the texts of C-111. */
async function move(session: Session, event_Id: string, flags: MoveFlags): Promise<void> {
  if (flags.to === undefined && flags.time === undefined && flags.at === undefined)
    throw usage(scheduleText('usage.move'))
  const tenantId = await actingTenant(session)
  const api = await session.api()
  const options = { signal: session.world.interrupted }
  const row = await api.events.view({ tenantId, event_Id }, options)
  const at = flags.at && (await toMoment(flags.at, async () => row.timeZone))
  const set = toMoved(row, { ...flags, at })
  const moved = await api.events.update({ tenantId, event_Id, version: row.version, ...set }, options)
  session.print.record(moved, schedule.details?.(moved) ?? [])
  session.print.done(scheduleText('moved', { when: whenOf(moved) }))
}

function toMoved(row: ScheduledEvent, { from, to, time, at }: MoveFlags): Partial<EventDraft> {
  if (row.schedule === null || at !== undefined) return { schedule_time: at ?? null }
  const { weekdays, daily_time } = row.schedule
  if (from === undefined && to !== undefined && weekdays.length > 1)
    throw usage(scheduleText('usage.from', { days: daysOf(weekdays) }))
  const day = from === undefined ? weekdays[0]! : toWeekday(from)
  const target = to === undefined ? day : toWeekday(to)
  return { schedule: movedSeries(row.schedule, day, target, time ?? daily_time) }
}

const addDelete: FillCommand = (command, session) => {
  command
    .argument('<id...>', text('resource.ids'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, outcomeFields('event_Id')))
    .action(async (given: string[], { yes = false }: { yes?: boolean }) => {
      const ids = [...new Set(given)]
      if (!yes) {
        demand(session, '--yes')
        await requireYes(session, text('resource.deleteAsk', { count: ids.length }))
      }
      const api = await session.api()
      const done = await api.events.remove({ ids }, { signal: session.world.interrupted })
      const outcomes = done.map(
        ({ item1: id, item2 }): Outcome =>
          item2 < 300 ? { id, done: en['success.itemDeleted'] } : { id, error: new KinoraError('notFound') },
      )
      showOutcomes(session, 'event_Id', outcomes)
    })
}

const addExport: FillCommand = (command, session) => {
  command.option('-o, --output <file>', text('api.output'))
  const toInput = addFlags(command, fieldsOf(events.export.input), {
    omit: ['tenantId'],
    names: { eventStatus: 'status', eventType: 'type' },
    values: { eventType: eventTypes },
    help: { eventStatus: scheduleText('help.status'), eventType: scheduleText('help.type') },
  })
  command.action(async ({ output, ...flags }: { output?: string }) => {
    const api = await session.api()
    const tenantId = await actingTenant(session)
    const options = { signal: session.world.interrupted, timeout: 0 }
    await saveAnswer(session, await api.events.export({ tenantId, ...toInput(flags) }, options), output)
  })
}

const addFeed: FillCommand = (command, session) => {
  command
    .option('--renew', scheduleText('help.renew'))
    .option('--close', scheduleText('help.close'))
    .hook('preAction', printing(session, ['path']))
    .action(async ({ renew, close }: { renew?: boolean; close?: boolean }) => {
      const api = await session.api()
      const input = { tenantId: await actingTenant(session) }
      const options = { signal: session.world.interrupted }
      if (close) {
        await api.events.closeFeed(input, options)
        return session.print.done(scheduleText('feed.closed'))
      }
      const { path } = await (renew ? api.events.renewFeed(input, options) : api.events.feed(input, options))
      if (path === null) return session.print.warn(scheduleText('feed.none'))
      const address = new URL(path, await session.url()).href
      session.print.record({ path: address }, [['address', address]])
    })
}

const addUpload: FillCommand = (command, session) => {
  addTransferFlags(command, session)
  command
    .argument('<id>', text('resource.id'))
    .argument('<file>', text('argument.localFile'))
    .option('--replace', scheduleText('help.replace'))
    .option('--no-wait', text('upload.noWait'))
    .hook('preAction', printing(session, uploadedFields))
    .action(async (id: string, path: string, flags: EventUploadFlags) => {
      const { uploadVideo } = await import('../schedule/upload.ts')
      await uploadVideo(session, id, { path, flags })
    })
}

/** EVENT-01 to EVENT-31: `kinora schedule`. */
export const scheduleVerbs: readonly LazyCommand[] = [
  ...resourceVerbs<ScheduledEvent>(schedule),
  {
    name: 'calendar',
    summary: scheduleText('help.calendar'),
    load: async () => (await import('../schedule/calendar.ts')).addCalendar,
  },
  { name: 'move', summary: scheduleText('help.move'), load: async () => addMove },
  { name: 'delete', summary: scheduleText('help.delete'), load: async () => addDelete },
  { name: 'upload', summary: scheduleText('help.upload'), load: async () => addUpload },
  { name: 'export', summary: scheduleText('help.export'), load: async () => addExport },
  { name: 'feed', summary: scheduleText('help.feed'), load: async () => addFeed },
]
