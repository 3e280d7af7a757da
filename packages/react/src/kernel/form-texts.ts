import { formTexts, languageTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from './message.ts'

/** What every form says, and what is wrong with its fields. */
export const useFormTexts = () => useTexts(formTexts, validationTexts, languageTexts, wordTexts)

export type FormTexts = ReturnType<typeof useFormTexts>
