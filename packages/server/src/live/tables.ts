import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, moment } from '../kernel/db/columns.ts'

const eventId = text('event_id').notNull()

/** What an occurrence plays from when on (decision 0140). */
export const livePartsTable = pgTable(
  'live_parts',
  {
    eventId,
    /** The day of the series. */
    date: text().notNull(),
    nth: integer().notNull(),
    beginsAt: instant('begins_at').notNull(),
    streamKey: text('stream_key').notNull(),
    firstSegment: integer('first_segment').notNull(),
    sequence: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.eventId, t.date, t.nth] })],
)
export type LivePart = typeof livePartsTable.$inferSelect

/** When each link asked for a playlist last (decision 0141). */
export const liveViewersTable = pgTable(
  'live_viewers',
  { eventId, viewer: text().notNull(), seenAt: instant('seen_at').notNull() },
  t => [primaryKey({ columns: [t.eventId, t.viewer] })],
)

/** Occurrences that others were told of as on air (decision 0163). */
export const eventAiringsTable = pgTable(
  'event_airings',
  {
    eventId,
    date: text().notNull(),
    tenantId: text('tenant_id').notNull(),
    title: text().notNull(),
    onAirAt: instant('on_air_at').notNull(),
    endedAt: moment('ended_at'),
  },
  t => [primaryKey({ columns: [t.eventId, t.date] })],
)

/** Occurrences of which somebody was told that they have nothing to play. */
export const liveNoticesTable = pgTable(
  'live_notices',
  { eventId, date: text().notNull(), mailedAt: instant('mailed_at').notNull() },
  t => [primaryKey({ columns: [t.eventId, t.date] })],
)
