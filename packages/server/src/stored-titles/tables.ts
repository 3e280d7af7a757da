import type { ContentType, Issue, Title, TitleStatus, VideoStatus } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { entity, moment } from '../kernel/db/columns.ts'
import type { Author } from '../kernel/rows/audit.ts'

/** Publishing as soon as the file is processed: the person who asks for it, or why it could not be done. */
export type StoredWhenReady =
  | ({ state: 'asked' } & Omit<Author, 'now' | 'attempt'>)
  | { state: 'refused'; issues: Issue[] }

const ids = (name: string) => text(name).array().notNull().default([])

/** B-1 as it is stored: ids, never names; what is derived stays out. */
export const titlesTable = pgTable('titles', {
  tag: text().primaryKey(),
  /** The tenant that owns the title; null where a provider without a tenant does. */
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  externalId: text('external_id'),
  className: text('class_name').notNull(),
  classDescription: text('class_description').notNull().default(''),
  classCategoryId: text('class_category_id'),
  classSubCategoryId: text('class_sub_category_id'),
  classLanguageCode: text('class_language_code'),
  channelId: text('channel_id'),
  /** Wire dates are kept as they came: they may lack a time or a zone. */
  scheduleDate: text('schedule_date'),
  startDate: text('start_date'),
  endDate: text('end_date'),
  /** C-144: the three as the database compares them; null where nobody can read what stands there. */
  releasedAt: moment('released_at').generatedAlwaysAs(sql`kinora_instant(schedule_date)`),
  firstDay: date('first_day').generatedAlwaysAs(sql`kinora_day(start_date)`),
  lastDay: date('last_day').generatedAlwaysAs(sql`kinora_day(end_date)`),
  publishedDate: moment('published_date'),
  durationSecond: integer('duration_second').notNull().default(0),
  equipmentIds: ids('equipment_ids'),
  focusAreaIds: ids('focus_area_ids'),
  labelIds: ids('label_ids'),
  keywords: ids('keywords'),
  instructor: text().notNull().default(''),
  intensity: smallint(),
  skill: smallint(),
  imageLink: text('image_link'),
  alternateLink: text('alternate_link'),
  thumbnailType: text('thumbnail_type').$type<Title['thumbnailType']>().notNull().default('auto'),
  isActive: boolean('is_active').notNull().default(true),
  isEquipment: boolean('is_equipment').notNull().default(false),
  contentType: smallint('content_type').$type<ContentType>().notNull().default(1),
  isMigrating: boolean('is_migrating').notNull().default(false),
  sourceProviderId: text('source_provider_id'),
  isAutoPublish: boolean('is_auto_publish').notNull().default(false),
  whenReady: jsonb('when_ready').$type<StoredWhenReady>(),
  /** Tenants the title is published to. */
  tenants: ids('tenants'),
  status: smallint().$type<TitleStatus>().notNull().default(6),
  /** Since when it stands so: moved by every change of status and all progress of its processing. */
  statusSince: moment('status_since').notNull().defaultNow(),
  videoStatus: smallint('video_status').$type<VideoStatus>(),
  /** Key of the message that says why processing failed. */
  errorType: text('error_type'),
  /** The processing that is asked for; a job of another id has been cancelled. */
  jobId: text('job_id'),
  processing: jsonb().$type<NonNullable<Title['processing']>>(),
  /** The stored file that was uploaded last. */
  sourceKey: text('source_key'),
  fileName: text('file_name'),
  fileSize: bigint('file_size', { mode: 'number' }),
  fileDigest: text('file_digest'),
  /** Worked out while the file is processed. */
  fileSha256: text('file_sha256'),
  /** Prefix of the finished ladder; the one before stays until a new one is finished (C-25). */
  streamKey: text('stream_key'),
  /** Bytes of that ladder when it was finished. */
  streamBytes: bigint('stream_bytes', { mode: 'number' }),
  /** Digest of the ladder at that key (`digestStored`), as it was finished or first read. */
  streamDigest: text('stream_digest'),
  streamDigestKey: text('stream_digest_key'),
  /** The same of the trailer’s folder, once both halves are there. */
  trailerBytes: bigint('trailer_bytes', { mode: 'number' }),
  trailerDigest: text('trailer_digest'),
  trailerDigestKey: text('trailer_digest_key'),
  /** Keys of stored files that were read again and are damaged; one that isn’t named any more counts for nothing. */
  damagedKeys: text('damaged_keys').array().notNull().default([]),
  trailerName: text('trailer_name'),
  trailerStatus: smallint('trailer_status').$type<TitleStatus>(),
  /** The same for the trailer. */
  trailerSince: moment('trailer_since').notNull().defaultNow(),
  trailerJobId: text('trailer_job_id'),
  trailerErrorType: text('trailer_error_type'),
  trailerSourceKey: text('trailer_source_key'),
  /** Of the file at that key, as of an original: the digest of its chunks. */
  trailerSourceBytes: bigint('trailer_source_bytes', { mode: 'number' }),
  trailerSourceDigest: text('trailer_source_digest'),
  trailerSourceDigestKey: text('trailer_source_digest_key'),
  trailerWebKey: text('trailer_web_key'),
  trailerMobileKey: text('trailer_mobile_key'),
  /** The video of a simulated event rather than a title that people see. */
  isEvent: boolean('is_event').notNull().default(false),
  isDelete: boolean('is_delete').notNull().default(false),
  /** When it was deleted: it can be restored for a while from then on. */
  deletedAt: moment('deleted_at'),
  /** What searches look through, folded. */
  searchText: text('search_text').generatedAlwaysAs('title_search_text(…)'),
  /** The name in the order of lists: folded, numbers by their value. */
  sortName: text('sort_name').generatedAlwaysAs('kinora_numbers(kinora_fold(class_name))'),
  ...entity,
})

export type TitleRow = typeof titlesTable.$inferSelect
export type NewTitleRow = typeof titlesTable.$inferInsert
