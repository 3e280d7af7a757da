import * as z from 'zod'
import type { MessageKey } from '../messages/en.ts'
import { TitleStatus, VideoStatus } from './status.ts'
import type { TrailerState } from './trailer.ts'

/** What a person can do about something that stands still: process the file anew, drop what was begun, publish. */
export const WayOut = z.enum(['retry', 'takeBack', 'publish'])
export type WayOut = z.infer<typeof WayOut>

/** Why something stands still, since when, and the way out, as it travels. */
export const StuckState = z.object({
  /** Key of the catalogue. */
  reason: z.string(),
  wayOut: WayOut,
  since: z.string(),
})
export type StuckState = z.infer<typeof StuckState>

/** How long something may stand as it does before a person is told; `person` waits for one and may do so for ever. */
export type Stay = 'person' | { longest: number; reason: MessageKey; wayOut: WayOut }

const hour = 3600
const uploading: Stay = { longest: 24 * hour, reason: 'stuck.uploading', wayOut: 'takeBack' }
const waiting: Stay = { longest: 6 * hour, reason: 'stuck.waiting', wayOut: 'retry' }

/** The longest stay of each status in seconds, why it is too long, and the way out. */
export const titleStays: Readonly<Record<TitleStatus, Stay>> = {
  [TitleStatus.None]: 'person',
  [TitleStatus.Incomplete]: 'person',
  [TitleStatus.Uploading]: uploading,
  [TitleStatus.Uploaded]: { longest: 6 * hour, reason: 'stuck.uploaded', wayOut: 'retry' },
  [TitleStatus.NormalisationQueued]: waiting,
  [TitleStatus.EncodingQueued]: waiting,
  [TitleStatus.Encoded]: { longest: hour, reason: 'stuck.encoded', wayOut: 'retry' },
  [TitleStatus.PublishQueued]: { longest: hour, reason: 'stuck.publishing', wayOut: 'publish' },
  [TitleStatus.Completed]: 'person',
  [TitleStatus.Published]: 'person',
  [TitleStatus.Unpublished]: 'person',
  [TitleStatus.Error]: 'person',
}

/** The same for trailers (E-3). */
export const trailerStays: Readonly<Record<TrailerState, Stay>> = {
  none: 'person',
  uploading,
  processing: waiting,
  mobilePending: waiting,
  completed: 'person',
  error: 'person',
}

/** An upload that was begun but of which no chunk was stored yet stands as Incomplete. */
export const beforeFirstChunk = { status: TitleStatus.Incomplete, videoStatus: VideoStatus.Uploading }

/** The longest stay of a title's file as it stands now. */
export function toTitleStay({ status, videoStatus }: { status: number; videoStatus: number | null }): Stay {
  const isBegun = status === beforeFirstChunk.status && videoStatus === beforeFirstChunk.videoStatus
  return isBegun ? uploading : (titleStays[status as TitleStatus] ?? 'person')
}

export interface Stuck {
  reason: MessageKey
  wayOut: WayOut
  since: Date
}

/** Whether something has stood longer than it may, and why; null while it hasn't. */
export function toStuck(stay: Stay, since: Date, now: Date): Stuck | null {
  if (stay === 'person' || now.getTime() - since.getTime() <= stay.longest * 1000) return null
  return { reason: stay.reason, wayOut: stay.wayOut, since }
}
