import type { Catalogue } from './catalogue.ts'

/** Labels, focus areas and equipment (META). */
export const taxonomyTexts = {} as const satisfies Catalogue
