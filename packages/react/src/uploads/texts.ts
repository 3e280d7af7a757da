import { processingTexts, uploadTexts, uploadTrayTexts, validationTexts, wordTexts } from '@kinora/core'
import { type TextKey, useTexts } from '../kernel/message.ts'

/** Texts of uploads and of what becomes of their files. */
export const useUploadTexts = () =>
  useTexts(uploadTexts, uploadTrayTexts, processingTexts, validationTexts, wordTexts)

export type UploadTexts = ReturnType<typeof useUploadTexts>
export type UploadKey = TextKey<UploadTexts>
