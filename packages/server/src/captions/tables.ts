import { pgTable, text } from 'drizzle-orm/pg-core'
import { audit } from '../kernel/db/columns.ts'

export const captionsTable = pgTable('captions', {
  trackId: text('track_id').primaryKey(),
  titleTag: text('title_tag').notNull(),
  title: text().notNull(),
  language: text().notNull(),
  blobKey: text('blob_key').notNull(),
  ...audit,
})

export type CaptionRow = typeof captionsTable.$inferSelect
