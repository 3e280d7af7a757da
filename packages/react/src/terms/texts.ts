import { languageTexts, termsTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of terms. */
export const useTermsTexts = () => useTexts(termsTexts, validationTexts, languageTexts, wordTexts)
