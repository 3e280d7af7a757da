import { publishingTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of publishing. */
export const usePublishingTexts = () => useTexts(publishingTexts)

export type PublishingWords = ReturnType<typeof usePublishingTexts>
