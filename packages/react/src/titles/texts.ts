import { listTexts, processingTexts, titleTexts, uploadTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of titles: lists, badges and acts. */
export const useTitleTexts = () =>
  useTexts(titleTexts, listTexts, uploadTexts, processingTexts, validationTexts, wordTexts)

export type TitleTexts = ReturnType<typeof useTitleTexts>
