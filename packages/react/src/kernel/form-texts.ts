import { formTexts, languageTexts, validationTexts } from '@kinora/core'
import { useTexts } from './message.ts'

/** What every form says, and what is wrong with its fields. */
export const useFormTexts = () => useTexts(formTexts, validationTexts, languageTexts)

export type FormTexts = ReturnType<typeof useFormTexts>
