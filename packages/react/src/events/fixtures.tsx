import {
  type CalendarEvent,
  EventType,
  type LiveState,
  newEvent,
  OPENS_BEFORE,
  Role,
  type ScheduledEvent,
} from '@kinora/core'
import { held, toDate, wallClock } from '@kinora/core/schedule'
import { type StoryAnswers, storyUser } from '../testing/stories.tsx'

export const timeZone = 'Europe/Berlin'

const event = (eventId: string, title: string, more: Partial<ScheduledEvent> = {}): ScheduledEvent => ({
  ...newEvent,
  eventId,
  title,
  tenantId: 'pulse',
  eventKey: null,
  scheduled_Time: null,
  next_occurrence_time: '2030-11-25T17:00:00.000Z',
  created_date: '2026-11-01T00:00:00',
  cover: null,
  video: null,
  eventDetailsType: null,
  tag: null,
  state: 'Saved',
  isLocked: false,
  timeZone,
  exceptions: {},
  continues: null,
  isPlayable: true,
  file: null,
  version: 1,
  durationSecond: 3600,
  schedule: { type: 1, weekdays: [2, 4], daily_time: '12:00' },
  ...more,
})

export const storyEvents: readonly ScheduledEvent[] = [
  event('ride', 'Lunch ride'),
  event('live', 'Friday live', {
    type: EventType.Live,
    eventSource: 'platform',
    eventKey: 'key-1',
    state: 'Active',
    active: true,
    schedule: { type: 1, weekdays: [5], daily_time: '12:00' },
  }),
  event('strength', 'Morning strength', {
    type: EventType.Simulated,
    tag: 'strength',
    state: 'Inactive',
    isPlayable: false,
    schedule: { type: 1, weekdays: [1, 3], daily_time: '10:00' },
    file: {
      fileName: 'strength.mp4',
      status: 1,
      videoStatus: 5,
      errorType: null,
      fileDigest: 'digest',
      processing: { step: 'encode', fraction: 0.4 },
      isPlayable: false,
    },
  }),
]

const toSummary = ({
  description: _,
  video: __,
  file: ___,
  eventDetailsType: ____,
  ...rest
}: ScheduledEvent): CalendarEvent => rest
const paged = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })

const occurrences = storyEvents.flatMap(one => {
  const from = Date.parse('2030-11-24T23:00:00Z')
  return held(wallClock(timeZone), one, from, from + 7 * 86_400_000).map(({ day, start, end }) => ({
    eventId: one.eventId,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    date: toDate(day),
    exception: null,
    details: {},
    isPlayable: one.isPlayable,
  }))
})
const calendar = (held: typeof occurrences, cancelled: typeof occurrences) => ({
  data: storyEvents.map(toSummary),
  occurrences: held,
  cancelled,
  timeZone,
  now: new Date().toISOString(),
})
/** The week of 25 November 2030. */
export const week = () => calendar(occurrences, [])

const isOff = ({ eventId, date }: (typeof occurrences)[number]) => eventId === 'ride' && date === '2030-11-28'

/** The same week; Thursday’s ride is cancelled. */
export const withCancelled = () =>
  calendar(
    occurrences.filter(one => !isOff(one)),
    occurrences.filter(isOff),
  )

/** Off air, with its class of that week to come. */
export function ahead({ eventId, type, state, title }: ScheduledEvent): LiveState {
  const next = occurrences.find(one => one.eventId === eventId)!
  const { start, end, date, isPlayable } = next
  const opensAt = new Date(Date.parse(start) - OPENS_BEFORE).toISOString()
  return {
    eventId,
    type,
    state,
    timeZone,
    air: 'off',
    current: null,
    broadcast: null,
    viewers: 0,
    now: start,
    next: { start, end, date, isPlayable, title, opensAt },
  }
}

/** A tenant in Berlin with three events; the calendar always answers with the week of 25 November 2030. */
export function eventAnswers(more: StoryAnswers = {}, zone = timeZone): StoryAnswers {
  const tenant = { tenantId: 'pulse', name: 'Pulse House', connect: 'ondemand' as const, timeZone: zone }
  return {
    session: {
      verify: () => ({
        user: {
          ...storyUser,
          role: Role.Tenant,
          tenants: [{ ...tenant, isBulkUploadEnabled: true, isRichTextEnabled: false, providerId: null }],
        },
      }),
    },
    ...more,
    live: {
      list: () => ({ data: storyEvents.filter(({ active }) => active).map(ahead), timeZone }),
      view: (_, { eventId }) => ahead(storyEvents.find(one => one.eventId === eventId)!),
      ...more.live,
    },
    events: {
      list: () => paged([...storyEvents]),
      view: (_, { eventId }) => storyEvents.find(one => one.eventId === eventId)!,
      calendar: week,
      watch: () => ({ file: null }),
      feed: () => ({ path: null }),
      ...more.events,
    },
  }
}
