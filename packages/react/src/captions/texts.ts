import { captionTexts, languageTexts, validationTexts, webVttTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of captions. */
export const useCaptionTexts = () =>
  useTexts(captionTexts, languageTexts, webVttTexts, validationTexts, wordTexts)
