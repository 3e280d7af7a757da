import type { Challenge, FileRole } from '@kinora/core'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audit, moment } from '../kernel/db/columns.ts'

/** The one current upload of a title's video or trailer. */
export const uploadsTable = pgTable('uploads', {
  id: text().primaryKey(),
  titleTag: text('title_tag').notNull(),
  role: text().$type<FileRole>().notNull(),
  identifier: text().notNull(),
  fileName: text('file_name').notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  chunks: integer().notNull(),
  /** The first chunk that is missing. */
  nextChunk: integer('next_chunk').notNull().default(1),
  state: text().$type<'receiving' | 'complete'>().notNull().default('receiving'),
  blobKey: text('blob_key').notNull(),
  digest: text(),
  /** Names the stored content by its size and samples; null for what was stored before this was kept. */
  sample: text(),
  /** Of the whole, read from where it lies; null until then. */
  sha256: text(),
  ...audit,
})

/** A chunk is claimed with its digest first, so that it can never have two contents, and stored after. */
export const uploadChunksTable = pgTable(
  'upload_chunks',
  {
    uploadId: text('upload_id').notNull(),
    number: integer().notNull(),
    digest: text().notNull(),
    size: integer().notNull(),
    isStored: boolean('is_stored').notNull().default(false),
  },
  table => [primaryKey({ columns: [table.uploadId, table.number] })],
)

/** A challenge that waits for its answer. */
export const challengesTable = pgTable('upload_challenges', {
  id: text().primaryKey(),
  titleTag: text('title_tag').notNull(),
  role: text().$type<FileRole>().notNull(),
  askedBy: text('asked_by').notNull(),
  sample: text().notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  nonce: text().notNull(),
  ranges: jsonb().$type<Challenge['ranges']>().notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export type ChallengeRow = typeof challengesTable.$inferSelect
export type UploadRow = typeof uploadsTable.$inferSelect
