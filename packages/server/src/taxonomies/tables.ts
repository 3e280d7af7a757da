import type { TaxonomyKind } from '@kinora/core'
import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

/** Labels, focus areas and equipment: one table, told apart by `kind`. */
export const taxonomiesTable = pgTable('taxonomies', {
  id: text().primaryKey(),
  kind: text().$type<TaxonomyKind>().notNull(),
  tenantId: text('tenant_id'),
  /** By IETF tag (I18N-06). */
  name: jsonb().$type<Record<string, string>>().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  ...entity,
})
