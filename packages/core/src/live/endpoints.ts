import * as z from 'zod'
import { Role } from '../access.ts'
import { CalendarEvent, Occurrence } from '../events/schema.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'

const access = { allow: [Role.Tenant, Role.Support], scope: 'tenant' } as const

/** One occurrence, and from when its streaming link is given (C-138). */
export const LiveOccurrence = Occurrence.pick({
  start: true,
  end: true,
  date: true,
  isPlayable: true,
}).extend({
  /** What this one is called. */
  title: z.string(),
  opensAt: z.string(),
})
export type LiveOccurrence = z.infer<typeof LiveOccurrence>

/** † How an event stands right now. `open`: its link is given and it hasn’t begun; `onAir`: it runs. */
export const LiveState = CalendarEvent.pick({
  eventId: true,
  type: true,
  state: true,
  timeZone: true,
}).extend({
  air: z.enum(['off', 'open', 'onAir']),
  /** The one that is open or on air. */
  current: LiveOccurrence.nullable(),
  /** The one behind it. */
  next: LiveOccurrence.nullable(),
  /** Members and links that asked for a playlist in the last 30 seconds; of simulated live classes. */
  viewers: z.int(),
  /** The clock of the platform. */
  now: z.string(),
})
export type LiveState = z.infer<typeof LiveState>

/** LIVE-05, decision 0141: what is on air. */
export const live = noun('live', {
  list: get('/api/v1/events/{tenantId}/live', {
    summary: '† The active events that are on air or open, and what comes next, in the order of their starts',
    input: z.object({ tenantId: Id.min(1) }),
    output: z.object({ data: z.array(LiveState), timeZone: z.string() }),
    ...access,
  }),
  view: get('/api/v1/event/{eventId}/live', {
    summary: '† Whether an event is on air, when it is next, and who watches',
    input: z.object({ eventId: Id.min(1) }),
    output: LiveState,
    ...access,
  }),
})
