import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Id, IetfTag, LimitedText, onOneLine, RequiredText, Url, Version } from '../kernel/fields.ts'
import { isInYears } from '../kernel/formats.ts'
import { typesOnly } from '../kernel/types-only.ts'
import type { MessageKey } from '../messages/en.ts'
import { Processing, Title } from '../titles/schema.ts'

const ofTitle = Title.pick({
  equipmentIds: true,
  focusAreaIds: true,
  labelIds: true,
  classCategory: true,
  classDescription: true,
  classLanguage: true,
  classLanguageCode: true,
  className: true,
  classSubCategory: true,
  classSubCategoryId: true,
  classCategoryId: true,
  durationSecond: true,
  imageLink: true,
  instructor: true,
  intensity: true,
  isActive: true,
  isEquipment: true,
  level: true,
  provider: true,
  providerId: true,
  skill: true,
  startDate: true,
  status: true,
  streamingLink: true,
  tag: true,
  trailerLinkMobile: true,
  trailerLinkWeb: true,
  trailerName: true,
  IsMigrating: true,
  SourceProviderId: true,
})
const dates = Title.pick({ creationDate: true, endDate: true, scheduleDate: true })

/** EVENT-07, EVENT-08, B-15a: the class of an event as the title has it; three of its dates for simulated events alone. */
export const AttachedClass = ofTitle.extend(dates.partial().shape).extend({ featured: z.literal(true) })
export type AttachedClass = z.infer<typeof AttachedClass>

/** EVENT-07, EVENT-08: a title as it is attached to an event of this type. */
export const toAttachedClass = (title: Title, type: number): AttachedClass => ({
  ...typesOnly(ofTitle).parse(title),
  ...(type === 1 ? typesOnly(dates).parse(title) : {}),
  featured: true,
})

/** EVENT-02, CONST-19: simulated live, live, and scheduled (on-demand) class. */
export const EventType = { Simulated: 1, Live: 2, Scheduled: 3 } as const
export type EventType = (typeof EventType)[keyof typeof EventType]
const Type = z.literal(Object.values(EventType))

/** CONST-20: milliseconds; how long before its start an event is imminent, and the least lead of a new one (VIDEO-15). */
export const LEAD_TIME = 4 * 3_600_000
/** C-138: milliseconds before the start of an occurrence from which its streaming link is given. */
export const OPENS_BEFORE = 600_000
/** CONST-32, EVENT-26: minutes of a line of the calendar. */
export const calendarZooms = [1, 5, 15, 30, 60] as const
export type CalendarZoom = (typeof calendarZooms)[number]
/** EVENT-04: whole seconds; an event lasts a day at most. */
export const EVENT_LONGEST = 86_400
/** C-31: milliseconds until the form of an event is itself again after it was saved (EVENT-10). */
export const EVENT_RESET = 1500

/** EVENT-23, C-78 */
export const EventState = z.enum(['Saved', 'Inactive', 'Active'])
export type EventState = z.infer<typeof EventState>

/** C-110: `HH:mm` on the wall clock of the tenant's zone. */
export const DailyTime = z
  .string()
  .max(5, 'event.dailyTime' satisfies MessageKey)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'event.dailyTime' satisfies MessageKey)

/** EVENT-05, C-110: weekly, 0 being Sunday. A day that is named twice is refused by the rules (EVENT-15). */
export const Schedule = z.object({
  type: z.literal(1),
  weekdays: z
    .array(z.int().min(0).max(6))
    .min(1, 'event.weekdays' satisfies MessageKey)
    .max(2 * 7),
  daily_time: DailyTime,
})
export type Schedule = z.infer<typeof Schedule>

/** Years in which events take place: clocks, databases and spreadsheets all know them. */
export const eventYears = [2000, 2199] as const

/** A day of the tenant’s calendar. */
export const EventDay = z.iso
  .date('validation.date' satisfies MessageKey)
  .max(10, 'validation.date')
  .refine(text => isInYears(`${text}T00:00:00Z`, eventYears), 'event.years' satisfies MessageKey)

/** An instant: ISO 8601 with its offset. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'event.instant' satisfies MessageKey })
  .max(40, 'event.instant')
  .refine(text => isInYears(text, eventYears), 'event.years' satisfies MessageKey)

const Scale = z.int().min(1).max(10)
const tooLong = 'validation.tooLong' satisfies MessageKey

/** † What describes the class of an event; it goes with the type (EVENT-19 to EVENT-21). */
export const EventMetadata = z.object({
  /** EVENT-38: the title that is attached. */
  contentId: Id.nullable(),
  classCategoryId: Id.nullable(),
  classSubCategoryId: Id.nullable(),
  classLanguageCode: IetfTag.nullable(),
  skill: Scale.nullable(),
  intensity: Scale.nullable(),
  equipmentIds: z.array(Id).max(limits.list),
  focusAreaIds: z.array(Id).max(limits.list),
  labelIds: z.array(Id).max(limits.list),
  instructor: LimitedText(limits.title).superRefine(onOneLine),
})
export type EventMetadata = z.infer<typeof EventMetadata>

/** What a person sets on an event (B-15). Whether it is complete is asked when it is activated (C-109). */
export const EventDraft = z.object({
  type: Type,
  title: RequiredText('required.title', limits.text).superRefine(onOneLine),
  description: LimitedText(limits.titleDescription),
  category: z.enum(['GX', 'Cycle']),
  /** EVENT-04: whole seconds; 0 when empty. */
  durationSecond: z.int().min(0).max(EVENT_LONGEST),
  active: z.boolean(),
  schedule: Schedule.nullable(),
  /** C-122: an explicit instant: the one time of a live event, or what was chosen in the calendar. */
  schedule_time: Instant.nullable(),
  imageUrl: z.string().max(limits.url, tooLong).nullable(),
  allowAutoPublish: z.boolean(),
  liveStreamingLink: Url.or(z.literal('')),
  /** EVENT-06: of live events only. */
  eventSource: z.enum(['platform', 'external']).nullable(),
  ...EventMetadata.shape,
  /** † C-150: the first and the last day of a series; null where it has none. */
  startsOn: EventDay.nullable(),
  endsOn: EventDay.nullable(),
})
export type EventDraft = z.infer<typeof EventDraft>

/** † C-150: what one occurrence may have of its own. */
export const OccurrenceDetails = EventDraft.pick({ description: true, durationSecond: true, contentId: true })
  .extend({ title: z.string(), instructor: z.string() })
  .partial()
export type OccurrenceDetails = z.infer<typeof OccurrenceDetails>

/** † C-150: how the occurrence of one day differs from its series. */
export const EventException = z.object({
  /** On a day that the series doesn’t have. */
  isAdded: z.boolean(),
  isCancelled: z.boolean(),
  /** An instant; null where it begins as the series does. */
  start: z.string().nullable(),
  details: OccurrenceDetails,
})
export type EventException = z.infer<typeof EventException>

/** By the day of the series, `YYYY-MM-DD` on the tenant’s calendar. Those of days that it no longer has rest. */
export const EventExceptions = z.record(z.string(), EventException)
export type EventExceptions = Readonly<Record<string, EventException>>
/** Of one event. */
export const MOST_EXCEPTIONS = 500

/** How far the file of a simulated event has come; the codes are those of a title (E-1, E-2). */
export const EventFile = z.object({
  fileName: z.string().nullable(),
  status: z.int(),
  videoStatus: z.int().nullable(),
  errorType: z.string().nullable(),
  /** Null while no file is stored that could be processed again. */
  fileDigest: z.string().nullable(),
  processing: Processing.nullable(),
  /** C-138: whether a video was processed and plays, which a newer one in work doesn’t change. */
  isPlayable: z.boolean(),
})
export type EventFile = z.infer<typeof EventFile>

const EventId = Id.meta({ wire: 'event_Id' })

/** EVENT-01, B-15; † state, isLocked, timeZone, file and what describes the class. */
export const ScheduledEvent = EventDraft.extend({
  eventId: EventId,
  tenantId: Id,
  title: z.string(),
  instructor: z.string(),
  /** The stream key of a live event; null where it has none. */
  eventKey: z.string().nullable(),
  /** C-79: the same instant as `schedule_time`. */
  scheduled_Time: z.string().nullable(),
  /** EVENT-36: null where nothing lies ahead. */
  next_occurrence_time: z.string().nullable(),
  created_date: z.string(),
  cover: z.string().nullable(),
  video: AttachedClass.nullable(),
  /** EVENT-38: what the class of the event is. */
  eventDetailsType: z.enum(['title', 'upload']).nullable(),
  /** Names the upload of a simulated event. */
  tag: Id.nullable(),
  state: EventState,
  /** EVENT-13, C-38: it begins within four hours, or runs. */
  isLocked: z.boolean(),
  timeZone: z.string(),
  /** † C-150 */
  exceptions: EventExceptions,
  /** † C-150: the series that this one goes on with, where it was parted from it. */
  continues: Id.nullable(),
  /** † C-138: whether it has something to play; one that was active before that was asked for may have nothing. */
  isPlayable: z.boolean(),
  file: EventFile.nullable(),
  version: Version,
})
export type ScheduledEvent = z.infer<typeof ScheduledEvent>

/** What a calendar holds of an event: without what only its own page shows. */
export const CalendarEvent = ScheduledEvent.omit({
  description: true,
  video: true,
  file: true,
  eventDetailsType: true,
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** An event that begins and ends in the calendar; `start` and `end` are instants. */
export const Occurrence = z.object({
  eventId: EventId,
  start: z.string(),
  end: z.string(),
  /** † C-150: the day of the series that it stands for. */
  date: z.string(),
  /** † C-150: whether it was moved, edited or added alone. */
  exception: z.enum(['moved', 'edited', 'added']).nullable(),
  /** † C-150: what it has of its own; the rest is the event’s. */
  details: OccurrenceDetails,
  /** † C-138: whether it has something to play: a class of its own, else what the event has. */
  isPlayable: z.boolean(),
})
export type Occurrence = z.infer<typeof Occurrence>

/** † Days that one call duplicates at most: a week. */
export const MOST_COPIED_DAYS = 7

/** † A class that was made as a copy: the event, and the date that was added to a series; null where the event is new itself. */
export const MadeCopy = z.object({ eventId: EventId, date: EventDay.nullable() })
export type MadeCopy = z.infer<typeof MadeCopy>

/** † A class of the days that are duplicated. */
export const EventCopy = z.object({
  eventId: EventId,
  title: z.string(),
  /** When it takes place, and when its copy does: instants. */
  start: z.string(),
  to: z.string(),
  /** Why it isn’t duplicated, in words for a person; null where it is. */
  reason: z.string().nullable(),
  /** Null where it isn’t, or not yet. */
  made: MadeCopy.nullable(),
})
export type EventCopy = z.infer<typeof EventCopy>
