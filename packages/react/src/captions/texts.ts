import { captionTexts, validationTexts, webVttTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

export const useCaptionTexts = () => useTexts(captionTexts, webVttTexts, validationTexts)
