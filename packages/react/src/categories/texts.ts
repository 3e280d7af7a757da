import { categoryTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of categories and their sub categories. */
export const useCategoryTexts = () => useTexts(categoryTexts, validationTexts)

export type CategoryTexts = ReturnType<typeof useCategoryTexts>
