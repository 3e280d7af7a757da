import { listTexts, playbackTexts, translationTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the editor of texts. */
export const useTranslationTexts = () => useTexts(translationTexts, validationTexts, listTexts, playbackTexts)

export type TranslationTextsOf = ReturnType<typeof useTranslationTexts>
