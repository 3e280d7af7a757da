import type { FileRole } from '@kinora/core'
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audit } from '../kernel/columns.ts'

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

export type UploadRow = typeof uploadsTable.$inferSelect
