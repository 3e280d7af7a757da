import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import { Id, LocalisedDraft, LocalisedText, Version } from '../kernel/fields.ts'

/** CAT-08 */
export const SubCategory = z.object({
  subCategoryId: z.string(),
  name: LocalisedText,
  isPromoted: z.boolean(),
})
export type SubCategory = z.infer<typeof SubCategory>

/** What a person sets on a sub category; one without an id is new. */
export const SubCategoryDraft = z.object({
  subCategoryId: Id.min(1).optional(),
  name: LocalisedDraft(),
  isPromoted: z.boolean(),
})
export type SubCategoryDraft = z.infer<typeof SubCategoryDraft>

const Image = z.string().max(limits.url, 'validation.tooLong').nullable()

/** What a person sets on a category (CAT-01, B-4). */
export const CategoryDraft = z.object({
  name: LocalisedDraft(),
  description: LocalisedDraft(limits.description),
  isPromoted: z.boolean(),
  imageLink: Image,
  bannerImageLink: Image,
  subCategories: z.array(SubCategoryDraft).max(limits.list, 'validation.maxOptions'),
})
export type CategoryDraft = z.infer<typeof CategoryDraft>
/** A new one. */
export const newCategory: CategoryDraft = {
  name: { invariantText: '', localTexts: [] },
  description: { invariantText: '', localTexts: [] },
  isPromoted: false,
  imageLink: null,
  bannerImageLink: null,
  subCategories: [],
}

/** Which categories a list has; what is left out narrows nothing. */
export const CategoryFilter = z.object({
  isPromoted: z.boolean().optional(),
  owner: z.enum(['platform', 'tenant']).optional(),
})
export type CategoryFilter = z.infer<typeof CategoryFilter>

/** CAT-01, B-4; `tenantId` null means owned by the platform (C-84). */
export const Category = z.object({
  categoryId: z.string(),
  tenantId: z.string().nullable(),
  name: LocalisedText,
  description: LocalisedText,
  isPromoted: z.boolean(),
  imageLink: z.string().nullable(),
  bannerImageLink: z.string().nullable(),
  subCategories: z.array(SubCategory),
  displayOrder: z.int(),
  version: Version,
})
export type Category = z.infer<typeof Category>
