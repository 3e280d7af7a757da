import {
  batchTexts,
  bulkIssueTexts,
  downloadTexts,
  validationTexts,
  type WorkStatus,
  wordTexts,
  workTone,
  workWords,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'
import { Badge } from '../ui/status/badge.tsx'

/** Work on an uploaded CSV as its screens see it, whatever it brings in (C-71). */
export interface Work {
  /** Null before the first start. */
  status: WorkStatus | null
  problem: string | null
  /** Stopped, but for what is in hand. */
  isFinishing: boolean
  rows: { total: number; done: number; bad: number }
}

/** Whether rows may still change. */
export const isInProgress = ({ status, isFinishing }: Pick<Work, 'status' | 'isFinishing'>): boolean =>
  status === 'Processing' || isFinishing

/** How far it is, from 0 to 1; undefined before its rows are counted. */
export const toFraction = ({ rows }: Pick<Work, 'rows'>): number | undefined =>
  rows.total === 0 ? undefined : (rows.done + rows.bad) / rows.total

/** Changes with whatever becomes of its rows. */
export const stampOf = ({ status, isFinishing, rows }: Work): string =>
  [status, isFinishing, rows.done, rows.bad].join(' ')

interface WorkBadgeProps {
  work: Work
  /** Said while what is in hand is finished; left out where the page says beside it why it stands so, as is the problem. */
  finishing?: string | undefined
}

/** BULK-02: the state of work; a ring while it moves, the reason where the platform gave it up. */
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
  const moving = status === 'Processing' ? { progress: toFraction(work) ?? ('indeterminate' as const) } : {}
  return (
    <Badge
      tone={workTone(status, work.rows.bad)}
      reason={finishing === undefined ? undefined : (problem ?? undefined)}
      {...moving}
    >
      {text(workWords(status, work.rows.bad), { bad: work.rows.bad })}
    </Badge>
  )
}

/** Texts of work on uploaded CSVs, whatever they bring in. */
export const useWorkTexts = () =>
  useTexts(batchTexts, bulkIssueTexts, downloadTexts, validationTexts, wordTexts)

export type WorkTexts = ReturnType<typeof useWorkTexts>
