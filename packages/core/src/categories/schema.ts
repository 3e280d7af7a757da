import * as z from 'zod'

/** I18N-06 */
export const LocalisedText = z.object({
  invariantText: z.string(),
  localTexts: z.array(z.object({ ietfTag: z.string(), text: z.string() })),
})
export type LocalisedText = z.infer<typeof LocalisedText>

/** The text in a language, else the invariant one. */
export const inLanguage = (text: LocalisedText, tag: string): string =>
  text.localTexts.find(local => local.ietfTag === tag)?.text ?? text.invariantText

export const SubCategory = z.object({ subCategoryId: z.string(), name: LocalisedText, isPromoted: z.boolean() })

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
