import * as z from 'zod'

const common = {
  /** null: owned by the platform, offered to everyone. */
  tenantId: z.string().nullable(),
  /** I18N-06: one name per language, by IETF tag. */
  name: z.record(z.string(), z.string()),
  isActive: z.boolean(),
}

/** META-02, B-5 */
export const Label = z.object({ labelId: z.string(), ...common })
export const FocusArea = z.object({ focusAreaId: z.string(), ...common })
export const Equipment = z.object({ equipmentId: z.string(), ...common })
export type Label = z.infer<typeof Label>
export type FocusArea = z.infer<typeof FocusArea>
export type Equipment = z.infer<typeof Equipment>

/** The three nouns that are alike, with the name of their id. */
export const taxonomyIds = { label: 'labelId', focusarea: 'focusAreaId', equipment: 'equipmentId' } as const
export type TaxonomyKind = keyof typeof taxonomyIds
