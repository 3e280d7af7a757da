import { formTexts, validationTexts, viewTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of saved views. */
export const useViewTexts = () => useTexts(viewTexts, formTexts, validationTexts, wordTexts)
