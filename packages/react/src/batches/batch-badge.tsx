import type { Batch, WorkStatus } from '@kinora/core'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { useBatchTexts } from './texts.ts'

const tones: Record<WorkStatus, BadgeTone> = {
  Processing: 'info',
  Complete: 'positive',
  Cancelled: 'negative',
  Stop: 'warning',
}

/** How far a batch is, from 0 to 1; undefined before its rows are counted. */
export function toShare({ rows }: Pick<Batch, 'rows'>): number | undefined {
  return rows.total === 0 ? undefined : (rows.done + rows.bad) / rows.total
}

export interface BatchBadgeProps {
  batch: Batch
  /** false where the page says beside it why the batch stands so. */
  reasoned?: boolean
}

/** BULK-02: the state of a batch; a ring while it moves, the reason where the platform gave it up. Green only where every row went well. */
export function BatchBadge({ batch, reasoned = true }: BatchBadgeProps) {
  const { text } = useBatchTexts()
  const { status, problem, isFinishing } = batch
  if (isFinishing)
    return (
      <Badge
        tone="warning"
        progress="indeterminate"
        reason={reasoned ? text('ui.batches.finishing') : undefined}
      >
        {text('ui.batches.status.Stop')}
      </Badge>
    )
  if (status === null) return <Badge>{text('ui.batches.status.New')}</Badge>
  const isPartial = status === 'Complete' && batch.rows.bad > 0
  const moving = status === 'Processing' ? { progress: toShare(batch) ?? ('indeterminate' as const) } : {}
  return (
    <Badge
      tone={isPartial ? 'warning' : tones[status]}
      reason={reasoned ? (problem ?? undefined) : undefined}
      {...moving}
    >
      {text(`ui.batches.status.${status}`)}
    </Badge>
  )
}
