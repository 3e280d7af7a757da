import {
  deletedTitleTexts,
  historyTexts,
  listTexts,
  quotaTexts,
  titleEditorTexts,
  titleJobTexts,
  titleTexts,
  validationTexts,
} from '@kinora/core'
import { useTexts } from '../../kernel/message.ts'

/** Texts of acts on many titles. */
export const useTitleJobTexts = () =>
  useTexts(
    titleJobTexts,
    titleTexts,
    titleEditorTexts,
    historyTexts,
    deletedTitleTexts,
    quotaTexts,
    listTexts,
    validationTexts,
  )

export type TitleJobTexts = ReturnType<typeof useTitleJobTexts>

/** The same without what only the preview says. */
export const useJobPanelTexts = () => useTexts(titleJobTexts, titleTexts, listTexts)
