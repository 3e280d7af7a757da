import { processingTexts, uploadTexts, uploadTrayTexts, validationTexts } from '@kinora/core'
import { type TextKey, useTexts } from '../kernel/message.ts'

/** Texts of uploads and of what becomes of their files. */
export const useUploadTexts = () => useTexts(uploadTexts, uploadTrayTexts, processingTexts, validationTexts)

export type UploadTexts = ReturnType<typeof useUploadTexts>
export type UploadKey = TextKey<UploadTexts>
