import { type Machine, machine } from './machine.ts'

/** BULK-02: the states of work on an uploaded file, as they travel. */
export const WorkStatus = {
  Processing: 'Processing',
  Complete: 'Complete',
  Cancelled: 'Cancelled',
  Stop: 'Stop',
} as const
export type WorkStatus = (typeof WorkStatus)[keyof typeof WorkStatus]

/** `New` stands for no status, as before the first start (C-42). */
export type WorkState = WorkStatus | 'New'
export type WorkEvent = 'process' | 'complete' | 'stop' | 'abort'

export const toWorkState = (status: WorkStatus | null): WorkState => status ?? 'New'

/**
 * E-6, C-71: one machine for title batches and user imports. Stopped work may be started again and keeps its finished
 * rows; what the platform gave up is final (C-42).
 */
export function workStatus(): Machine<WorkState, WorkEvent> {
  return machine<WorkState, WorkEvent>({
    New: { process: 'Processing' },
    Processing: { complete: 'Complete', stop: 'Stop', abort: 'Cancelled' },
    Stop: { process: 'Processing' },
    Complete: {},
    Cancelled: {},
  })
}
