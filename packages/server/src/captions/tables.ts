import { bigint, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

export const captionsTable = pgTable('captions', {
  trackId: text('track_id').primaryKey(),
  titleTag: text('title_tag').notNull(),
  title: text().notNull(),
  language: text().notNull(),
  blobKey: text('blob_key').notNull(),
  /** Of the file stored at that key: its size, its digest, and when its first and last caption starts, in seconds; null where nobody has read it yet. */
  digestKey: text('digest_key'),
  bytes: bigint({ mode: 'number' }),
  digest: text(),
  firstStart: doublePrecision('first_start'),
  lastStart: doublePrecision('last_start'),
  ...entity,
})

export type CaptionRow = typeof captionsTable.$inferSelect
