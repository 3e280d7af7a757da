import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** What a finished stream was made from and how. */
export const madeStreamsTable = pgTable('made_streams', {
  streamKey: text('stream_key').primaryKey(),
  titleTag: text('title_tag').notNull(),
  madeOf: text('made_of').notNull(),
  durationSecond: integer('duration_second').notNull(),
  /** The cover that was taken from it, where one was. */
  frameLink: text('frame_link'),
})
