import { historyTexts, titleEditorTexts, titleTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../../kernel/message.ts'

export const useTitleHistoryTexts = () =>
  useTexts(historyTexts, titleTexts, titleEditorTexts, validationTexts)
