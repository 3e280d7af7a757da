import { pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

export const captionsTable = pgTable('captions', {
  trackId: text('track_id').primaryKey(),
  titleTag: text('title_tag').notNull(),
  title: text().notNull(),
  language: text().notNull(),
  blobKey: text('blob_key').notNull(),
  ...entity,
})

export type CaptionRow = typeof captionsTable.$inferSelect
