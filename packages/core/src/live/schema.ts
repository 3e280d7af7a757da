import * as z from 'zod'
import { CalendarEvent, Occurrence } from '../events/schema.ts'

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
