import { listTexts, publishingTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of publishing. */
export const usePublishingTexts = () => useTexts(publishingTexts, listTexts, wordTexts)

export type PublishingWords = ReturnType<typeof usePublishingTexts>
