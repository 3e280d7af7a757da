import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audit } from '../kernel/db/columns.ts'

/** FAV-01: a row is a favourite; what was added and removed stands in the audit entries. */
export const favouritesTable = pgTable(
  'favourites',
  {
    tenantId: text('tenant_id').notNull(),
    titleTag: text('title_tag').notNull(),
    createdAt: audit.createdAt,
    createdBy: audit.createdBy,
  },
  table => [primaryKey({ columns: [table.tenantId, table.titleTag] })],
)
