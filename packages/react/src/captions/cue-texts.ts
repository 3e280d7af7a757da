import { captionEditorTexts, captionTexts, validationTexts, webVttTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the editor of captions. */
export const useCueTexts = () => useTexts(captionTexts, captionEditorTexts, webVttTexts, validationTexts)
