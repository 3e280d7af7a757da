import { Badge } from './badge.tsx'

export interface ActiveBadgeProps {
  active: boolean
  /** The word for each. */
  texts: { active: string; inactive: string }
}

/** META-14: active is green, inactive is red, and a word says which. */
export function ActiveBadge({ active, texts }: ActiveBadgeProps) {
  return <Badge tone={active ? 'positive' : 'negative'}>{active ? texts.active : texts.inactive}</Badge>
}
