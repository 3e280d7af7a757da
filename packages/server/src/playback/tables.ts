import { type PlaybackStatus, REACH_PARTS } from '@kinora/core'
import { boolean, date, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { audit, moment } from '../kernel/db/columns.ts'

export const playbackUploadsTable = pgTable('playback_uploads', {
  trackingId: text('tracking_id').primaryKey(),
  status: text().$type<PlaybackStatus>().notNull(),
  fileName: text('file_name').notNull(),
  /** SHA-256 over the digests of its blocks, once it is read. */
  digest: text(),
  good: integer().notNull().default(0),
  bad: integer().notNull().default(0),
  /** The upload that had committed the same content before. */
  repeats: text(),
  ...audit,
})
export type PlaybackUploadRow = typeof playbackUploadsTable.$inferSelect

export const playbackRecordsTable = pgTable(
  'playback_records',
  {
    trackingId: text('tracking_id').notNull(),
    nth: integer().notNull(),
    tenantId: text('tenant_id').notNull(),
    titleTag: text('title_tag'),
    eventId: text('event_id'),
    userId: text('user_id').notNull(),
    startedAt: moment('started_at').notNull(),
    seconds: numeric({ precision: 12, scale: 3, mode: 'number' }).notNull(),
    completed: boolean().notNull(),
    device: text(),
    /** Whole tenths of the video that were watched, by its length when the play came in; 10 of one that was completed, null without a length. */
    tenths: smallint(),
    /** The site’s own id of it, where it was handed in (C-120). */
    sitePlayId: text('site_play_id'),
  },
  table => [primaryKey({ columns: [table.trackingId, table.nth] })],
)

export const playbackProblemsTable = pgTable(
  'playback_problems',
  {
    trackingId: text('tracking_id').notNull(),
    nth: integer().notNull(),
    line: integer().notNull(),
    path: text().notNull(),
    text: text().notNull(),
  },
  table => [primaryKey({ columns: [table.trackingId, table.nth] })],
)

/** What committed records add up to; titles and events that aren't named are empty text. */
export const playbackDaysTable = pgTable(
  'playback_days',
  {
    tenantId: text('tenant_id').notNull(),
    titleTag: text('title_tag').notNull(),
    eventId: text('event_id').notNull(),
    day: date().notNull(),
    plays: integer().notNull(),
    completed: integer().notNull(),
    seconds: numeric({ precision: 16, scale: 3, mode: 'number' }).notNull(),
    /** Of plays of a second or more, which reports count (C-133). */
    watched: integer().notNull().default(0),
    watchedCompleted: integer('watched_completed').notNull().default(0),
    watchedSeconds: numeric('watched_seconds', { precision: 16, scale: 3, mode: 'number' })
      .notNull()
      .default(0),
    /** Of plays of a second or more: how many got through 0, 1, 2 … 10 tenths of the video. */
    reached: integer()
      .array()
      .notNull()
      .default(Array.from({ length: REACH_PARTS + 1 }, () => 0)),
    /** Who watched, by their numbers in `playback_viewers`, sorted. */
    viewers: integer().array().notNull().default([]),
  },
  table => [primaryKey({ columns: [table.day, table.tenantId, table.titleTag, table.eventId] })],
)
