import { type ActiveState, type Collection, toActiveState } from '@kinora/core'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { useCollectionTexts } from './texts.ts'

const tones: Record<ActiveState, BadgeTone> = { Saved: 'neutral', Inactive: 'negative', Active: 'positive' }

/** C-78, SESS-19: Saved, Inactive or Active. */
export function CollectionState({ row }: { row: Pick<Collection, 'active' | 'activatedOnce'> }) {
  const { text } = useCollectionTexts()
  const state = toActiveState(row)
  return <Badge tone={tones[state]}>{text(`ui.collections.state.${state}`)}</Badge>
}
