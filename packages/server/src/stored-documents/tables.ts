import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audit, tenantEntity } from '../kernel/db/columns.ts'

export const documentsTable = pgTable('documents', {
  documentId: text('document_id').primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
  documentName: text('document_name').notNull(),
  isActive: boolean('is_active').notNull(),
  blobKey: text('blob_key').notNull(),
  /** Bytes. */
  size: integer().notNull(),
  pages: integer().notNull(),
  digest: text().notNull(),
  /** The key of a file that was read again and is damaged. */
  damagedKey: text('damaged_key'),
  previewLink: text('preview_link').notNull(),
  ...tenantEntity,
})

/** API-115 */
export const documentTitlesTable = pgTable(
  'document_titles',
  {
    documentId: text('document_id').notNull(),
    titleTag: text('title_tag').notNull(),
    createdAt: audit.createdAt,
    createdBy: audit.createdBy,
  },
  table => [primaryKey({ columns: [table.documentId, table.titleTag] })],
)
