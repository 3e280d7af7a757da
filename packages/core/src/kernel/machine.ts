import { KinoraError } from './errors.ts'

/** State -> event -> next state. A move that is not in the table does not exist. */
export type MachineTable<S extends PropertyKey, E extends string> = Readonly<
  Record<S, Readonly<Partial<Record<E, S>>>>
>

export interface Machine<S extends PropertyKey, E extends string> {
  /** The state after the event; throws `refused` for a move the table does not have. */
  next(state: S, event: E): S
  can(state: S, event: E): boolean
  /** Events that are possible now, in the table's order. */
  events(state: S): E[]
  /** States from which the event is possible: the WHERE clause of a guarded update. */
  from(event: E): S[]
  table: MachineTable<S, E>
}

/** A status machine over a table. Numeric states stay numbers. */
export function machine<S extends string | number, E extends string>(
  table: MachineTable<S, E>,
): Machine<S, E> {
  const states = Object.keys(table).map(key => (Number.isNaN(Number(key)) ? key : Number(key)) as S)
  const lookUp = (state: S, event: E): S | undefined => table[state]?.[event]
  return {
    table,
    can: (state, event) => lookUp(state, event) !== undefined,
    events: state => Object.keys(table[state] ?? {}) as E[],
    from: event => states.filter(state => lookUp(state, event) !== undefined),
    next(state, event) {
      const to = lookUp(state, event)
      if (to === undefined)
        throw new KinoraError('refused', { detail: `"${event}" is not possible in state ${String(state)}.` })
      return to
    },
  }
}

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
