import type { LocalisedText } from '@kinora/core'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'

export const categoriesTable = pgTable('categories', {
  categoryId: text('category_id').primaryKey(),
  /** null: owned by the platform (C-84). */
  tenantId: text('tenant_id'),
  name: jsonb().$type<LocalisedText>().notNull(),
  description: jsonb().$type<LocalisedText>().notNull(),
  isPromoted: boolean('is_promoted').notNull().default(false),
  imageLink: text('image_link'),
  bannerImageLink: text('banner_image_link'),
  displayOrder: integer('display_order').notNull().default(0),
  ...entity,
})

export const subCategoriesTable = pgTable('sub_categories', {
  subCategoryId: text('sub_category_id').primaryKey(),
  categoryId: text('category_id').notNull(),
  name: jsonb().$type<LocalisedText>().notNull(),
  isPromoted: boolean('is_promoted').notNull().default(false),
  displayOrder: integer('display_order').notNull().default(0),
  ...entity,
})
