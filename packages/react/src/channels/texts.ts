import { channelTexts, supplyTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of channels. */
export const useChannelTexts = () => useTexts(channelTexts, supplyTexts, validationTexts, wordTexts)

export type ChannelWords = ReturnType<typeof useChannelTexts>
