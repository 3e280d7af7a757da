import { Badge } from '../ui/status/badge.tsx'
import { useCategoryTexts } from './texts.ts'

/** CAT-03 */
export function PromotedBadge({ promoted }: { promoted: boolean }) {
  const { text } = useCategoryTexts()
  return (
    <Badge tone={promoted ? 'positive' : 'neutral'}>
      {text(promoted ? 'ui.categories.promoted' : 'ui.categories.notPromoted')}
    </Badge>
  )
}
