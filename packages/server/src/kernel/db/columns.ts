import { integer, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment, as `timestamptz`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A moment to the millisecond, as `Date` has it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Who made and who last changed a row, and when. */
export const audit = {
  createdAt: moment('created_at').notNull().defaultNow(),
  createdBy: text('created_by'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  updatedBy: text('updated_by'),
}

/** Spread into every table of an entity. `version` counts what people wrote, from 1 (decision 0030). */
export const entity = { version: integer().notNull().default(1), ...audit }

/** The same of an entity that always is of a tenant. */
export const tenantEntity = { tenantId: text('tenant_id').notNull(), ...entity }
