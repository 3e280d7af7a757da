import { documentTexts, downloadTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of documents. */
export const useDocumentTexts = () => useTexts(documentTexts, downloadTexts, validationTexts)

export type DocumentTexts = ReturnType<typeof useDocumentTexts>
