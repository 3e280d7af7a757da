import type { EventDraft, EventExceptions, EventType } from '@kinora/core'
import { boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { moment, tenantEntity } from '../kernel/db/columns.ts'

const ids = (name: string) => text(name).array().notNull().default([])

/** B-15 as it is stored: what is derived stays out. */
export const eventsTable = pgTable('events', {
  eventId: text('event_id').primaryKey(),
  eventKey: text('event_key'),
  type: smallint().$type<EventType>().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  category: text().$type<EventDraft['category']>().notNull(),
  durationSecond: integer('duration_second').notNull(),
  active: boolean().notNull(),
  /** C-78: whether it ever was active. */
  activatedOnce: boolean('activated_once').notNull().default(false),
  schedule: jsonb().$type<NonNullable<EventDraft['schedule']>>(),
  /** An instant as ISO 8601 of the UTC clock. */
  schedule_time: text('schedule_time'),
  imageUrl: text('image_url'),
  allowAutoPublish: boolean('allow_auto_publish').notNull(),
  liveStreamingLink: text('live_streaming_link').notNull(),
  eventSource: text('event_source').$type<NonNullable<EventDraft['eventSource']>>(),
  contentId: text('content_id'),
  classCategoryId: text('class_category_id'),
  classSubCategoryId: text('class_sub_category_id'),
  classLanguageCode: text('class_language_code'),
  skill: smallint(),
  intensity: smallint(),
  equipmentIds: ids('equipment_ids'),
  focusAreaIds: ids('focus_area_ids'),
  labelIds: ids('label_ids'),
  instructor: text().notNull().default(''),
  startsOn: text('starts_on'),
  endsOn: text('ends_on'),
  /** C-150, decision 0118: what differs on single days stands with the rule, versioned and recorded with it. */
  exceptions: jsonb().$type<EventExceptions>().notNull().default({}),
  continues: text(),
  ...tenantEntity,
})
export type StoredEvent = typeof eventsTable.$inferSelect

/** The address under which calendars subscribe to a tenant's schedule. */
export const eventFeedsTable = pgTable('event_feeds', {
  tenantId: text('tenant_id').primaryKey(),
  token: text().notNull(),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by'),
})
