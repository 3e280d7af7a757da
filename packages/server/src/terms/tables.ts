import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audit } from '../kernel/db/columns.ts'

const { createdAt, createdBy } = audit

export const termsTable = pgTable(
  'terms',
  {
    tenantId: text('tenant_id').notNull(),
    version: integer().notNull(),
    languageCode: text('language_code').notNull(),
    title: text().notNull(),
    fileName: text('file_name').notNull(),
    size: integer().notNull(),
    digest: text().notNull(),
    /** The key of a file that was read again and is damaged. */
    damagedKey: text('damaged_key'),
    blobKey: text('blob_key').notNull(),
    createdAt,
    createdBy,
  },
  table => [primaryKey({ columns: [table.tenantId, table.version, table.languageCode] })],
)

export type TermsRow = typeof termsTable.$inferSelect
