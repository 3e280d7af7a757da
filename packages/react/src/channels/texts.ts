import { channelTexts, supplyTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of channels. */
export const useChannelTexts = () => useTexts(channelTexts, supplyTexts, validationTexts)

export type ChannelWords = ReturnType<typeof useChannelTexts>
