import {
  assertNoIssues,
  checkEvent,
  collections,
  datesIn,
  EventDraft,
  EventType,
  en,
  events,
  filledBy,
  fromWireDate,
  KinoraError,
  lostByType,
  newEvent,
  type ScheduledEvent,
  settled,
  type Title,
  titles,
  withType,
} from '@kinora/core'
import { type ImageFields, withImages } from '../kernel/image-fields.ts'
import { missingRow, whenMissing } from '../kernel/missing.ts'
import type { Cell } from '../kernel/print.ts'
import type { Resource } from '../kernel/resource.ts'
import { requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { actingTenant } from '../tenants/tenant.ts'
import { withIds } from '../titles/references.ts'
import { daysOf, toMoment, toSchedule, zoneOf } from './days.ts'
import { videoWords } from './video.ts'

/** EVENT-07, EVENT-33: what the class of an event fills that neither the event nor a flag says; one that can't be played is refused. */
async function ofClass(session: Session, tag: string, draft: EventDraft): Promise<Partial<EventDraft>> {
  const tenant = await actingTenant(session)
  const title = await classOf(session, tenant, tag)
  const issues = [{ path: 'contentId', code: 'title.classIssue' }] as const
  await whenMissing(
    (await session.send())(titles.streamingLink, { tenant, tag }),
    cause => new KinoraError('invalid', { issues, cause }),
  )
  return filledBy(title, draft)
}

/** EVENT-30: a title of the tenant's own, else one of those that its site shows. */
async function classOf(session: Session, tenantId: string, tag: string): Promise<Title> {
  const send = await session.send()
  const { data: own } = await send(titles.find, { titleTags: [tag] })
  const [title] =
    own.length > 0 ? own : (await send(collections.classes, { tenantId, titleTags: [tag] })).data
  if (title === undefined) throw missingRow(tag, 'List what there is: kinora collections classes find')
  return title
}

/** EVENT-19 to EVENT-21: what another type deletes is said; somebody at a terminal is asked first. */
async function confirmTypeChange(session: Session, row: ScheduledEvent, type: EventType) {
  const losses = lostByType(row.type, type).filter(loss => loss !== 'video' || row.file?.fileName != null)
  if (losses.length === 0) return
  for (const loss of losses) session.print.warn(en[`ui.events.lost.${loss}`])
  if (session.interactive) await requireYes(session, en['ui.events.typeTitle'])
}

const namesOrIds = 'names or ids'

const pictures = {
  imageUrl: { kind: 'eventCover', asset: 'eventCover' },
} as const satisfies ImageFields<string>

/** Names for the codes of the register. */
export const eventTypes = {
  simulated: EventType.Simulated,
  live: EventType.Live,
  scheduled: EventType.Scheduled,
}
/** EVENT-24: by when it was made, or by when it happens next. */
const orders = { newest: 1, oldest: 2, latest: 3, soonest: 4 }
export const typeName = (type: number): string =>
  Object.entries(eventTypes).find(([, code]) => code === type)?.[0] ?? String(type)

/** `mon,wed 18:30`, or the moment of what happens once, on the tenant's clock. */
export function whenOf(event: ScheduledEvent): string {
  return weeklyOf(event) ?? momentOf(event.schedule_time, event.timeZone) ?? ''
}

const weeklyOf = ({ schedule }: ScheduledEvent): string | undefined =>
  schedule === null ? undefined : `${daysOf(schedule.weekdays)} ${schedule.daily_time}`

function clockOf(wire: string | null, timeZone: string): string | undefined {
  const date = wire === null ? undefined : fromWireDate(wire)
  return date && datesIn(timeZone).dayAndTime(date)
}

function momentOf(wire: string | null, timeZone: string): string | undefined {
  const clock = clockOf(wire, timeZone)
  return clock && `${clock} ${timeZone}`
}

/** C-150: how single days differ, a line each. */
export const exceptionsOf = ({ exceptions, timeZone }: ScheduledEvent): string[] =>
  Object.entries(exceptions).map(([date, { isAdded, isCancelled, start, details }]) =>
    [
      date,
      isCancelled && 'cancelled',
      start !== null && `${isAdded ? 'added at' : 'moved to'} ${clockOf(start, timeZone)}`,
      Object.keys(details).length > 0 && `own ${Object.keys(details).join(', ')}`,
    ]
      .filter(Boolean)
      .join(' '),
  )

const states = { Active: 'good', Inactive: 'bad', Saved: 'dim' } as const

/** An event as `show` and what changes it print it. */
export const eventLines = (row: ScheduledEvent): readonly (readonly [string, Cell])[] => [
  ['id', row.eventId],
  ['title', row.title],
  ['description', row.description],
  ['type', typeName(row.type)],
  ['when', whenOf(row)],
  ['next', momentOf(row.next_occurrence_time, row.timeZone)],
  ['zone', row.timeZone],
  ['first day', row.startsOn],
  ['last day', row.endsOn],
  ...exceptionsOf(row).map(line => ['date', line] as const),
  ['continues', row.continues],
  ['state', row.state],
  ['locked', row.isLocked ? 'yes' : 'no'],
  ['seconds', row.durationSecond],
  ['stream key', row.eventKey],
  ['streaming link', row.liveStreamingLink],
  ['class', row.video?.className],
  ['video', row.file?.fileName],
  ['plays', row.isPlayable ? 'yes' : 'nothing'],
  ['video state', row.file?.fileName == null ? undefined : videoWords(row.file)],
  ['cover', row.imageUrl],
  ['version', row.version],
]

/** EVENT-01: `kinora schedule`; the time is on the clock of the tenant, whose zone is named (C-97). */
export const schedule: Resource<ScheduledEvent> = {
  command: 'schedule',
  calls: { list: events.list, view: events.view, create: events.create, update: events.update },
  id: 'eventId',
  scope: { tenantId: actingTenant },
  columns: [
    { header: 'TITLE', value: row => row.title, flexible: true },
    { header: 'TYPE', value: row => typeName(row.type) },
    {
      header: 'WHEN',
      value: whenOf,
      short: row => weeklyOf(row) ?? clockOf(row.schedule_time, row.timeZone),
    },
    {
      header: 'NEXT',
      value: row => momentOf(row.next_occurrence_time, row.timeZone),
      short: row => clockOf(row.next_occurrence_time, row.timeZone),
    },
    { header: 'STATE', value: row => row.state, look: row => states[row.state] },
  ],
  remark: ([first]) => first && text('schedule.calendar.zone', { timeZone: first.timeZone }),
  details: eventLines,
  beside: async (session, row) => (await import('./upload.ts')).showPartialUpload(session, row),
  besideFields: ['upload'],
  filters: {
    names: { eventStatus: 'status', eventType: 'type' },
    values: { eventType: eventTypes, sort: orders },
    help: {
      query: 'only those with this in the title',
      eventStatus: text('schedule.status'),
      eventType: text('schedule.type'),
      sort: 'by when it was made, or by when it happens next; what comes next first unless given',
    },
    // Every order says its direction.
    omit: ['dir'],
  },
  // The register's own default is the farthest first (C-39); who asks for nothing wants to know what comes next.
  toFilter: async (_, given) => ({ sort: orders.soonest, ...given }),
  fields: {
    names: {
      schedule: 'weekly',
      schedule_time: 'at',
      imageUrl: 'cover',
      contentId: 'class',
      durationSecond: 'duration',
      liveStreamingLink: 'streaming-link',
      eventSource: 'source',
      classCategoryId: 'class-category',
      classSubCategoryId: 'sub-category',
      classLanguageCode: 'language',
      allowAutoPublish: 'auto-publish',
      equipmentIds: 'equipment',
      focusAreaIds: 'focus-area',
      labelIds: 'label',
      startsOn: 'first-day',
      endsOn: 'last-day',
    },
    values: { type: eventTypes },
    help: {
      startsOn: 'first day of a weekly event, such as 2026-12-01',
      endsOn: 'last day of a weekly event; an empty value removes it',
      schedule: 'weekdays and a time on the clock of the tenant, such as "mon,wed 18:30"',
      schedule_time: text('schedule.at'),
      imageUrl: 'cover file, JPG of 16:9; an empty value removes it',
      type: text('schedule.type'),
      category: 'studio category; that of its class is --class-category',
      durationSecond: 'length in seconds',
      active: 'active; refused while details are missing',
      contentId:
        'tag of the title that plays at its time, without which a scheduled class plays nothing; what it says of itself fills what no flag does; kinora collections classes find lists them',
      liveStreamingLink: 'streaming link of an external live event',
      eventSource: 'where a live event is streamed from',
      allowAutoPublish: 'becomes active by itself as soon as its details are complete',
      classCategoryId: text('field.nameOrId'),
      classSubCategoryId: text('field.nameOrId'),
      classLanguageCode: text('field.language'),
      skill: text('field.scale'),
      intensity: text('field.scale'),
      equipmentIds: namesOrIds,
      focusAreaIds: namesOrIds,
      labelIds: namesOrIds,
    },
    texts: ['schedule'],
  },
  samples: { title: ['Lunch ride'], type: ['scheduled'], weekly: ['tue,thu 12:15'] },
  async toDraft(session, { schedule: weekly, schedule_time: at, ...given }, { row }) {
    const zone = async () => (row as ScheduledEvent | undefined)?.timeZone ?? zoneOf(session)
    const set: Partial<EventDraft> = {
      ...(await withIds(session, given)),
      ...(at !== undefined && {
        schedule_time: at === null ? null : await toMoment(session, String(at), zone),
      }),
      ...(weekly !== undefined && { schedule: toSchedule((weekly as string[]).join(' ')) }),
      ...(await withImages(session, pictures, given as Partial<EventDraft>)),
    }
    const before = row === undefined ? newEvent : toDraft(row)
    const draft = { ...withType(before, set.type ?? before.type), ...set }
    assertNoIssues(checkEvent(settled(draft)))
    if (row !== undefined) await confirmTypeChange(session, row as ScheduledEvent, draft.type)
    return set.contentId ? { ...set, ...(await ofClass(session, set.contentId, draft)) } : set
  },
}

const toDraft = (row: ScheduledEvent): EventDraft =>
  Object.fromEntries(
    Object.keys(EventDraft.shape).map(key => [key, row[key as keyof EventDraft]]),
  ) as EventDraft
