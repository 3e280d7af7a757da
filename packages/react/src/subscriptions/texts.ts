import { placeTexts, stripeTexts, subscriptionTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of subscription packages. */
export const useSubscriptionTexts = () =>
  useTexts(subscriptionTexts, placeTexts, stripeTexts, validationTexts, wordTexts)

export type SubscriptionTexts = ReturnType<typeof useSubscriptionTexts>
