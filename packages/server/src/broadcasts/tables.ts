import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../kernel/db/columns.ts'

const eventId = text('event_id').notNull()

/** One connection of a sender to an occurrence (decision 0147). */
export const broadcastSendingsTable = pgTable(
  'broadcast_sendings',
  {
    eventId,
    /** The day of the series. */
    date: text().notNull(),
    nth: integer().notNull(),
    /** Of the event, for where it is deleted before its recording is a title. */
    tenantId: text('tenant_id').notNull(),
    title: text().notNull(),
    createdBy: text('created_by'),
    endsAt: instant('ends_at').notNull(),
    startedAt: instant('started_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
    width: integer(),
    height: integer(),
    fps: integer(),
    /** The rungs that it is encoded in. */
    heights: integer().array().notNull().default([]),
    bitrate: integer().notNull().default(0),
    dropped: integer().notNull().default(0),
    recorded: bigint({ mode: 'number' }).notNull().default(0),
    problem: text().$type<'codec' | 'full' | 'failed'>(),
    titleTag: text('title_tag'),
    recordedAt: instant('recorded_at'),
  },
  t => [primaryKey({ columns: [t.eventId, t.date, t.nth] })],
)
export type Sending = typeof broadcastSendingsTable.$inferSelect

/** What players are given, in the order of its numbers. */
export const broadcastSegmentsTable = pgTable(
  'broadcast_segments',
  {
    eventId,
    date: text().notNull(),
    sequence: integer().notNull(),
    break: integer().notNull(),
    beginsAt: instant('begins_at').notNull(),
    /** Milliseconds. */
    duration: integer().notNull(),
    folder: text().notNull(),
    file: text().notNull(),
  },
  t => [primaryKey({ columns: [t.eventId, t.date, t.sequence] })],
)
export type BroadcastSegment = typeof broadcastSegmentsTable.$inferSelect
