import { captionTexts, validationTexts, webVttTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of captions. */
export const useCaptionTexts = () => useTexts(captionTexts, webVttTexts, validationTexts, wordTexts)
