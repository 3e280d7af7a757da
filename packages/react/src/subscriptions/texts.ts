import { placeTexts, stripeTexts, subscriptionTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of subscription packages. */
export const useSubscriptionTexts = () =>
  useTexts(subscriptionTexts, placeTexts, stripeTexts, validationTexts)

export type SubscriptionTexts = ReturnType<typeof useSubscriptionTexts>
