import { languageTexts, termsTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of terms. */
export const useTermsTexts = () => useTexts(termsTexts, validationTexts, languageTexts)
