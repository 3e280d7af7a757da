import { text, timestamp } from 'drizzle-orm/pg-core'

/** Who made and who last changed a row, and when; spread into every table of an entity. */
export const audit = {
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  createdBy: text('created_by'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  updatedBy: text('updated_by'),
}
