import * as z from 'zod'
import { LocalisedText } from '../kernel/fields.ts'

export const SubCategory = z.object({
  subCategoryId: z.string(),
  name: LocalisedText,
  isPromoted: z.boolean(),
})

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
})
export type Category = z.infer<typeof Category>
