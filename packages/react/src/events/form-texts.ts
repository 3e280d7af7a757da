import {
  eventTexts,
  languageTexts,
  listTexts,
  processingTexts,
  supplyTexts,
  titleEditorTexts,
  titleTexts,
  uploadTexts,
  uploadTrayTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the page of one event: its class is described like a title, its video is uploaded like one. */
export const useEventFormTexts = () =>
  useTexts(
    languageTexts,
    eventTexts,
    listTexts,
    supplyTexts,
    titleEditorTexts,
    titleTexts,
    uploadTexts,
    uploadTrayTexts,
    processingTexts,
    validationTexts,
    wordTexts,
  )
