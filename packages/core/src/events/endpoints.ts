import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, callsFor, noun } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id as AnyId, Done, KnownVersion, LimitedText, OneOrMore, removal } from '../kernel/fields.ts'
import { Direction, Paged, PageInput } from '../kernel/pages.ts'
import { ChunkInput, UploadState } from '../uploads/schema.ts'
import {
  CalendarEvent,
  EventCopy,
  EventDay,
  EventDraft,
  EventFile,
  EventType,
  Instant,
  MadeCopy,
  MOST_COPIED_DAYS,
  Occurrence,
  ScheduledEvent,
} from './schema.ts'

/** F-2 `events`: the tenant's own, and for customer support those of the chosen tenant. */
const { del, get, post, put } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
const Id = AnyId.min(1)
const ofTenant = z.object({ tenantId: Id })
const byId = z.object({ eventId: Id.meta({ wire: 'event_Id' }) })
const Type = z.literal([EventType.Simulated, EventType.Live, EventType.Scheduled])
const { title, type, ...rest } = EventDraft.shape
const Filter = z.object({
  /** EVENT-27, C-78 */
  eventStatus: z.enum(['active', 'inactive']).optional(),
  eventType: OneOrMore(Type),
})
const ofDate = byId.extend({ date: EventDay })
const { title: ownTitle, description, durationSecond, instructor, contentId } = EventDraft.shape
/** What one date has of its own. */
const OwnDetails = z
  .object({
    title: ownTitle.nullable(),
    description: description.nullable(),
    durationSecond: durationSecond.nullable(),
    instructor: instructor.nullable(),
    contentId,
  })
  .partial()
/** Days that are duplicated, as the calendar shows them with its filters, and the day that the first of them is duplicated onto. */
const Duplicated = ofTenant
  .extend(Filter.shape)
  .extend({ day: EventDay, days: z.int().min(1).max(MOST_COPIED_DAYS), onto: EventDay })
const Copies = z.object({ copies: z.array(EventCopy), timeZone: z.string() })
const Feed = z.object({
  /** The path of the feed; null where the tenant has none. Who has it reads the schedule without a sign-in. */
  path: z.string().nullable(),
})

export const events = noun('events', {
  list: get('/api/v1/events/{tenantId}', {
    summary: 'Events by page, all with take −1, in the order of a column’s index (API-81, EVENT-24)',
    input: ofTenant
      .extend(PageInput.shape)
      .extend(Filter.shape)
      .extend({
        sort: z.int().min(0).max(limits.list).optional(),
        dir: Direction.optional(),
        /** † Part of the title. */
        query: LimitedText().optional(),
      }),
    output: Paged(ScheduledEvent),
    isSecret: true,
  }),
  calendar: get('/api/v1/events', {
    summary:
      'What happens from one instant to another, a week from now unless they are given, with the events themselves (API-82, EVENT-28)',
    input: Filter.extend({ start: Instant.optional(), end: Instant.optional() }),
    output: z.object({
      data: z.array(CalendarEvent),
      occurrences: z.array(Occurrence),
      /** † C-150: the classes that are cancelled; they are not among the occurrences. */
      cancelled: z.array(Occurrence),
      /** C-97: the zone of the tenant, in which the events are held. */
      timeZone: z.string(),
      /** The clock of the platform, which decides what is past and what is locked. */
      now: z.string(),
    }),
    isSecret: true,
  }),
  view: get('/api/v1/events/{tenantId}/event/{event_Id}', {
    summary: 'An event (†)',
    input: ofTenant.extend(byId.shape),
    output: ScheduledEvent,
    isSecret: true,
  }),
  create: post('/api/v1/events', {
    summary: 'Adds an event and answers with its id, and with the stream key of a live one (API-80)',
    input: ofTenant.extend({ title, type }).extend(z.object(rest).partial().shape),
    output: byId.extend({ eventKey: z.string().nullable() }),
    isSecret: true,
    status: 201,
  }),
  update: put('/api/v1/events/{event_Id}', {
    summary:
      'Changes, moves or activates an event; what is left out stays. Another type deletes what the old one had (API-83, EVENT-19 to EVENT-22)',
    input: byId
      .extend(ofTenant.partial().shape)
      .extend(EventDraft.partial().shape)
      .extend(KnownVersion.shape),
    output: ScheduledEvent,
    isSecret: true,
  }),
  remove: del('/api/v1/events', {
    summary: 'Deletes events, each on its own: item1 is the id, item2 its status (API-84, EVENT-31)',
    input: z.object({ ids: z.array(Id).min(1).max(limits.filter) }),
    output: z.array(removal({ id: 'item1', status: 'item2' })),
    body: 'ids',
  }),
  addOccurrence: post('/api/v1/events/{event_Id}/occurrences', {
    summary: 'Adds a date to a weekly event, with what it has of its own (†)',
    input: byId.extend({ start: Instant }).extend(OwnDetails.shape).extend(KnownVersion.shape),
    output: ScheduledEvent,
    isSecret: true,
    status: 201,
  }),
  changeOccurrence: put('/api/v1/events/{event_Id}/occurrences/{date}', {
    summary:
      'Moves, edits, cancels or brings back the class of one date of a weekly event; what is left out stays, null is as the series has it (†)',
    input: ofDate
      .extend({ start: Instant.nullable().optional(), isCancelled: z.boolean().optional() })
      .extend(OwnDetails.shape)
      .extend(KnownVersion.shape),
    output: ScheduledEvent,
    isSecret: true,
  }),
  restoreOccurrence: del('/api/v1/events/{event_Id}/occurrences/{date}', {
    summary: 'Makes one date as the series has it again; one that was added goes (†)',
    input: ofDate,
    output: ScheduledEvent,
    isSecret: true,
  }),
  split: post('/api/v1/events/{event_Id}/occurrences/{date}/later', {
    summary:
      'Ends a weekly event before a date and goes on from it with a new one, which is answered: it takes over what isn’t given, and the dates of its own (†)',
    input: ofDate.extend(EventDraft.partial().shape).extend(KnownVersion.shape),
    output: ScheduledEvent,
    isSecret: true,
    status: 201,
  }),
  join: post('/api/v1/events/{event_Id}/join', {
    summary:
      'Lets the event that this one was split off from go on in its place, as it was, and deletes this one; answers with the one that stays (†)',
    input: byId,
    output: ScheduledEvent,
    isSecret: true,
  }),
  previewDuplicate: get('/api/v1/events/{tenantId}/duplicates', {
    summary:
      'What duplicating a day or a week would add, and what it would leave out and why; nothing is written (†)',
    input: Duplicated,
    output: Copies,
  }),
  duplicate: post('/api/v1/events/{tenantId}/duplicates', {
    summary:
      'Duplicates the classes of a day or a week: a date more of each series, a new event of what takes place once; what the rules refuse is left out (†)',
    input: Duplicated,
    output: Copies,
    status: 201,
  }),
  removeDuplicates: del('/api/v1/events/{tenantId}/duplicates', {
    summary: 'Takes back what was duplicated, all of it or nothing (†)',
    input: ofTenant.extend({ copies: z.array(MadeCopy).min(1).max(limits.filter) }),
    output: Done,
    body: 'copies',
  }),
  upload: post('/api/v1/event/{tag}', {
    summary: 'Stores one chunk of the video of a simulated event (API-85, EVENT-32)',
    input: ChunkInput,
    output: UploadState,
    scope: 'own',
    multipart: true,
    streamed: true,
    created: state => state.complete,
    aliases: [{ method: 'PUT', path: '/api/v1/event/{tag}' }],
  }),
  uploadState: get('/api/v1/event/{tag}', {
    summary: 'Where the upload of an event’s video stands; null when there is none (†)',
    input: z.object({ tag: Id }),
    output: UploadState.nullable(),
    scope: 'own',
  }),
  encodeVideo: post('/api/v1/event/encodevideo/{eventId}', {
    summary: 'Asks for the uploaded video of an event to be processed; also the way to try again (API-86)',
    input: z.object({ eventId: Id }),
    output: Done,
    scope: 'own',
  }),
  cancelUpload: put('/api/v1/event/{eventId}/cancel', {
    summary: 'Cancels the upload or processing of an event’s video (†)',
    input: z.object({ eventId: Id }),
    output: Done,
    scope: 'own',
  }),
  watch: get('/api/v1/event/{eventId}/file', {
    summary: 'How far the video of an event has come (†)',
    input: z.object({ eventId: Id }),
    output: z.object({ file: EventFile.nullable() }),
  }),
  export: get('/api/v1/events/{tenantId}/calendar', {
    summary: 'The schedule as iCalendar, every occurrence of the next twelve weeks (†)',
    input: ofTenant.extend(Filter.shape),
    output: binary('text/calendar; charset=utf-8'),
  }),
  feed: get('/api/v1/events/{tenantId}/feed', {
    summary: 'The address under which calendars subscribe to the schedule (†)',
    input: ofTenant,
    output: Feed,
    isSecret: true,
  }),
  renewFeed: post('/api/v1/events/{tenantId}/feed', {
    summary: 'Gives the feed an address, a new one where it has one: the old one ends (†)',
    input: ofTenant,
    output: Feed,
    isSecret: true,
  }),
  closeFeed: del('/api/v1/events/{tenantId}/feed', {
    summary: 'Ends the feed (†)',
    input: ofTenant,
    output: Done,
  }),
})
