import { listTexts, processingTexts, titleTexts, uploadTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of titles: lists, badges and acts. */
export const useTitleTexts = () =>
  useTexts(titleTexts, listTexts, uploadTexts, processingTexts, validationTexts)

export type TitleTexts = ReturnType<typeof useTitleTexts>
