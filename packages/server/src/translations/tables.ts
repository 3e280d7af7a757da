import { pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

export const translationsTable = pgTable('translations', {
  key: text().primaryKey(),
  /** Of a text by number; null where it has a single form. */
  one: text(),
  other: text().notNull(),
  ...entity,
})
