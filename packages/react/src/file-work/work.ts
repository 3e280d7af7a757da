import type { WorkStatus } from '@kinora/core'

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
export const isMoving = ({ status, isFinishing }: Pick<Work, 'status' | 'isFinishing'>): boolean =>
  status === 'Processing' || isFinishing

/** How far it is, from 0 to 1; undefined before its rows are counted. */
export const toShare = ({ rows }: Pick<Work, 'rows'>): number | undefined =>
  rows.total === 0 ? undefined : (rows.done + rows.bad) / rows.total

/** Changes with whatever becomes of its rows. */
export const stampOf = ({ status, isFinishing, rows }: Work): string =>
  [status, isFinishing, rows.done, rows.bad].join(' ')
