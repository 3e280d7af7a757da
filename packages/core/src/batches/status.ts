import { errorTable, isKinoraError } from '../kernel/errors.ts'
import { toWorkState, workStatus } from '../kernel/machine.ts'
import type { Batch } from './schema.ts'

/** E-6 for batches; user imports have an instance of their own (C-71). */
export const batchStatus = workStatus()

/** E-6: what may be asked of a batch now. */
export const canProcess = ({ status }: Pick<Batch, 'status'>): boolean =>
  batchStatus.can(toWorkState(status), 'process')
export const canStop = ({ status }: Pick<Batch, 'status'>): boolean =>
  batchStatus.can(toWorkState(status), 'stop')

/** BULK-02: key of the words for where work on a CSV stands; it isn't complete in every eye where rows failed. `{{bad}}` is their number. */
export const workWords = (status: Batch['status'], bad: number) =>
  status === 'Complete' && bad > 0
    ? 'ui.batches.status.Partial'
    : (`ui.batches.status.${status ?? 'New'}` as const)

/** Why a start came to nothing: `processError` stays with the batch until the next try, whose state is unchanged. */
export type ProcessFailure = 'busy' | 'processError' | 'other'

/** BULK-04, BULK-05: a 409 says that another batch is being processed, a 501 that this platform processes none. */
export function toProcessFailure(error: unknown): ProcessFailure {
  if (!isKinoraError(error)) return 'other'
  if (error.status === errorTable.notImplemented.status) return 'processError'
  return error.status === errorTable.conflict.status ? 'busy' : 'other'
}
