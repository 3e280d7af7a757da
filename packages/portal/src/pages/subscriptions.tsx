import { SubscriptionForm, SubscriptionList } from '@kinora/react'
import { resourcePages } from '../shell/form-page.tsx'

/** NAV-19, NAV-49 */
export const subscriptions = resourcePages('subscriptions', SubscriptionList, SubscriptionForm)
