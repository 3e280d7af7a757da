import { documentTexts, downloadTexts, placeTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of documents. */
export const useDocumentTexts = () =>
  useTexts(documentTexts, downloadTexts, placeTexts, validationTexts, wordTexts)

export type DocumentTexts = ReturnType<typeof useDocumentTexts>
