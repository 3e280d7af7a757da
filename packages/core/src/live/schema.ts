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

/** † LIVE-06: of a live event that is sent to the platform, how that goes. */
export const Broadcast = z.object({
  /** Where senders send to: the stream key stands behind it. Null where the platform takes none. */
  address: z.string().nullable(),
  /** `waiting`: nobody has sent yet; `gone`: the sender has stopped or was lost, and may come back. */
  sender: z.enum(['waiting', 'sending', 'gone']),
  /** When the last sender came, and when it was last heard of. */
  since: z.string().nullable(),
  seenAt: z.string().nullable(),
  /** What it sends: pixels, frames a second, bits a second. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  fps: z.int().nullable(),
  bitrate: z.int(),
  /** Frames that the encoder had to leave out. */
  dropped: z.int(),
  /** Bytes that are recorded, of all connections together. */
  recordedBytes: z.int(),
  /** `codec`: not H.264 and AAC; `full`: the disk is, and nothing more is recorded; `failed`: it could not be encoded. */
  problem: z.enum(['codec', 'full', 'failed']).nullable(),
  /** The draft that the recording became. */
  titleTag: z.string().nullable(),
  /** Plays what is sent, for staff, from half an hour before the start. */
  preview: z.string().nullable(),
})
export type Broadcast = z.infer<typeof Broadcast>

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
  /** Of an event that is sent to the platform. */
  broadcast: Broadcast.nullable(),
  /** Members and links that asked for a playlist in the last 30 seconds; of simulated and platform live classes. */
  viewers: z.int(),
  /** The clock of the platform. */
  now: z.string(),
})
export type LiveState = z.infer<typeof LiveState>
