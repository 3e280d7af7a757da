import type { Subscription } from '@kinora/core'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { useSubscriptionTexts } from './texts.ts'

const tones: Record<Subscription['status'], BadgeTone> = {
  Saved: 'neutral',
  Inactive: 'negative',
  Active: 'positive',
}

/** SESS-19: Saved, Inactive or Active. */
export function SubscriptionState({ status }: Pick<Subscription, 'status'>) {
  const { text } = useSubscriptionTexts()
  return <Badge tone={tones[status]}>{text(`ui.subscriptions.state.${status}`)}</Badge>
}
