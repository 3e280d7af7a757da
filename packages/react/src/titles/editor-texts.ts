import {
  formTexts,
  languageTexts,
  listTexts,
  processingTexts,
  titleEditorTexts,
  titleTexts,
  uploadTexts,
  uploadTrayTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { type TextKey, useTexts } from '../kernel/message.ts'

/** Texts of the page of one title. */
export const useTitleEditorTexts = () =>
  useTexts(
    listTexts,
    titleEditorTexts,
    titleTexts,
    uploadTexts,
    uploadTrayTexts,
    processingTexts,
    validationTexts,
    formTexts,
    languageTexts,
    wordTexts,
  )

export type TitleEditorTexts = ReturnType<typeof useTitleEditorTexts>
export type TitleEditorKey = TextKey<TitleEditorTexts>
