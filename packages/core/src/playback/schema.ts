import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Id } from '../kernel/fields.ts'
import { isInYears } from '../kernel/formats.ts'
import { Paged } from '../kernel/pages.ts'
import type { MessageKey } from '../messages/en.ts'

/** Bytes of one upload. */
export const PLAYBACK_FILE_MAX = 1_073_741_824
/** Characters of one record: it has a few short fields. */
export const PLAYBACK_RECORD_MAX = 16_384
/** Nobody watches one play for longer. */
const WEEK = 604_800

/** A time without a zone is UTC (CONST-21). */
export const PlayedAt = z.iso
  .datetime({ offset: true, local: true, error: 'playback.time' })
  .max(limits.id, 'playback.time')
  .refine(time => isInYears(time, [1970, 9998]), 'playback.time')

/** What is told of a play, whoever tells it. */
export const Played = {
  titleTag: Id.min(1, 'validation.required').optional(),
  eventId: Id.min(1, 'validation.required').optional(),
  userId: z.string().min(1, 'validation.required').max(limits.text, 'validation.tooLong'),
  startedAt: PlayedAt,
  secondsWatched: z.number().min(0).max(WEEK),
  completed: z.boolean().default(false),
  device: z.string().max(limits.text, 'validation.tooLong').optional(),
}
interface Subject {
  titleTag?: string | undefined
  eventId?: string | undefined
}
/** The rule that goes with it: either a title or an event was played. */
export const titleOrEvent: [(play: Subject) => boolean, { path: string[]; error: MessageKey }] = [
  ({ titleTag, eventId }) => (titleTag === undefined) !== (eventId === undefined),
  { path: ['titleTag'], error: 'playback.titleOrEvent' },
]

/** C-119: one play of a title or of an event. Fields that aren't named here are kept out. */
export const PlaybackRecord = z
  .object({ tenantId: Id.min(1, 'validation.required'), ...Played })
  .refine(...titleOrEvent)
export type PlaybackRecord = z.output<typeof PlaybackRecord>

/** E-14, with the time in which the file is still being read before it. */
export const playbackStatuses = ['receiving', 'uploaded', 'committed', 'cancelled'] as const
export type PlaybackStatus = (typeof playbackStatuses)[number]

/** What is wrong with one record; `text` says it as the server would. */
export const PlaybackProblem = z.object({
  /** The line on which the record begins, from 1. */
  line: z.int().min(1),
  path: z.string(),
  text: z.string(),
})
export type PlaybackProblem = z.infer<typeof PlaybackProblem>

/** PLAY-03, C-132 */
export const PlaybackUpload = z.object({
  trackingId: z.string(),
  status: z.enum(playbackStatuses),
  fileName: z.string(),
  /** Records that a commit takes, or has taken. */
  good: z.int().min(0),
  bad: z.int().min(0),
  /** The upload that had committed the same content before, so that this one added nothing. */
  repeats: z.string().nullable(),
  uploadedDate: z.string(),
  problems: Paged(PlaybackProblem),
})
export type PlaybackUpload = z.infer<typeof PlaybackUpload>

/** What the plays of a day add up to, for one title or event and one tenant. */
export const PlaybackDay = z.object({
  tenantId: z.string(),
  titleTag: z.string().nullable(),
  eventId: z.string().nullable(),
  /** UTC, as 2026-11-20 (C-118). */
  day: z.string(),
  plays: z.int(),
  completed: z.int(),
  seconds: z.number(),
})
export type PlaybackDay = z.infer<typeof PlaybackDay>
