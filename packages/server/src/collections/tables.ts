import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { audit, tenantEntity } from '../kernel/db/columns.ts'

export const collectionsTable = pgTable('collections', {
  collectionTag: text('collection_tag').primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  isActive: boolean('is_active').notNull().default(false),
  /** C-78 */
  activatedOnce: boolean('activated_once').notNull().default(false),
  isFeatured: boolean('is_featured').notNull().default(false),
  isClassOfDay: boolean('is_class_of_day').notNull().default(false),
  documentIds: text('document_ids').array().notNull().default([]),
  displayOrder: integer('display_order').notNull().default(0),
  ...tenantEntity,
})

/** COLL-10: places go up from class to class, with gaps where some were taken out. */
export const collectionItemsTable = pgTable(
  'collection_items',
  {
    collectionTag: text('collection_tag').notNull(),
    titleTag: text('title_tag').notNull(),
    place: integer().notNull(),
    createdAt: audit.createdAt,
    createdBy: audit.createdBy,
  },
  table => [primaryKey({ columns: [table.collectionTag, table.titleTag] })],
)
