import type { WorkStatus } from '@kinora/core'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { useWorkTexts } from './texts.ts'
import { toShare, type Work } from './work.ts'

const tones: Record<WorkStatus, BadgeTone> = {
  Processing: 'info',
  Complete: 'positive',
  Cancelled: 'negative',
  Stop: 'warning',
}

export interface WorkBadgeProps {
  work: Work
  /** Said while what is in hand is finished; left out where the page says beside it why it stands so, as is the problem. */
  finishing?: string | undefined
}

/** BULK-02: the state of work; a ring while it moves, the reason where the platform gave it up. Green only where every row went well. */
export function WorkBadge({ work, finishing }: WorkBadgeProps) {
  const { text } = useWorkTexts()
  const { status, problem, isFinishing } = work
  if (isFinishing)
    return (
      <Badge tone="warning" progress="indeterminate" reason={finishing}>
        {text('ui.batches.status.Stop')}
      </Badge>
    )
  if (status === null) return <Badge>{text('ui.batches.status.New')}</Badge>
  const isPartial = status === 'Complete' && work.rows.bad > 0
  const moving = status === 'Processing' ? { progress: toShare(work) ?? ('indeterminate' as const) } : {}
  return (
    <Badge
      tone={isPartial ? 'warning' : tones[status]}
      reason={finishing === undefined ? undefined : (problem ?? undefined)}
      {...moving}
    >
      {isPartial
        ? text('ui.batches.status.Partial', { bad: work.rows.bad })
        : text(`ui.batches.status.${status}`)}
    </Badge>
  )
}
