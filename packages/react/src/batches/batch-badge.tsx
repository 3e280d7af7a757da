import type { Batch } from '@kinora/core'
import { WorkBadge } from '../file-work/work-badge.tsx'
import { useBatchTexts } from './texts.ts'

/** The state of a batch, with what there is to say about it. */
export function BatchBadge({ batch }: { batch: Batch }) {
  const { text } = useBatchTexts()
  return <WorkBadge work={batch} finishing={text('ui.batches.finishing')} />
}
