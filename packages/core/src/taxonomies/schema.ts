import * as z from 'zod'
import { Id, IetfTag, LimitedText, Version } from '../kernel/fields.ts'
import { languages } from '../languages.ts'

/** I18N-06: one name per language, by IETF tag. */
export const NameByLanguage = z
  .record(IetfTag, LimitedText())
  .refine(names => Object.keys(names).length <= languages.length, {
    error: 'validation.maxOptions',
    params: { max: languages.length },
  })
  .meta({ maxProperties: languages.length })
export type NameByLanguage = z.infer<typeof NameByLanguage>

/** What a person sets on a label, focus area or piece of equipment (META-02). */
export const TaxonomyDraft = z.object({ name: NameByLanguage, isActive: z.boolean() })
export type TaxonomyDraft = z.infer<typeof TaxonomyDraft>
/** A new one. */
export const newTaxonomy: TaxonomyDraft = { name: {}, isActive: true }

const common = {
  /** null: owned by the platform, offered to everyone. */
  tenantId: Id.nullable(),
  ...TaxonomyDraft.shape,
  version: Version,
}

/** META-02, B-5 */
export const Label = z.object({ labelId: Id, ...common })
export const FocusArea = z.object({ focusAreaId: Id, ...common })
export const Equipment = z.object({ equipmentId: Id, ...common })
export type Label = z.infer<typeof Label>
export type FocusArea = z.infer<typeof FocusArea>
export type Equipment = z.infer<typeof Equipment>

/** The three nouns that are alike, with the name of their id. */
export const taxonomyIds = { label: 'labelId', focusarea: 'focusAreaId', equipment: 'equipmentId' } as const
export type TaxonomyKind = keyof typeof taxonomyIds
