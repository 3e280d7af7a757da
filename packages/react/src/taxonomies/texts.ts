import { formTexts, taxonomyTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of labels, focus areas and equipment. */
export const useTaxonomyTexts = () => useTexts(taxonomyTexts, formTexts, validationTexts)

export type TaxonomyTexts = ReturnType<typeof useTaxonomyTexts>
