import {
  listTexts,
  processingTexts,
  titleEditorTexts,
  titleTexts,
  uploadTexts,
  validationTexts,
} from '@kinora/core'
import { type TextKey, useTexts } from '../kernel/message.ts'

/** Texts of the page of one title. */
export const useTitleEditorTexts = () =>
  useTexts(listTexts, titleEditorTexts, titleTexts, uploadTexts, processingTexts, validationTexts)

export type TitleEditorTexts = ReturnType<typeof useTitleEditorTexts>
export type TitleEditorKey = TextKey<TitleEditorTexts>
