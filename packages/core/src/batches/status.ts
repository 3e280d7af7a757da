import { errorTable, isKinoraError } from '../kernel/errors.ts'
import { toWorkState, workStatus } from '../kernel/machine.ts'
import type { PhraseTone } from '../titles/phrase.ts'
import type { Batch } from './schema.ts'

/** E-6 for batches; user imports have an instance of their own (C-71). */
export const batchStatus = workStatus()

/** BULK-02: key of the words for where work on a CSV stands; it isn't complete in every eye where rows failed. `{{bad}}` is their number. */
export const workWords = (status: Batch['status'], bad: number) =>
  isPartial(status, bad) ? 'ui.batches.status.Partial' : (`ui.batches.status.${toWorkState(status)}` as const)

/** How it looks: good only where every row went well. */
export const workTone = (status: NonNullable<Batch['status']>, bad: number): PhraseTone =>
  isPartial(status, bad) ? 'warning' : workTones[status]

const isPartial = (status: Batch['status'], bad: number): boolean => status === 'Complete' && bad > 0

const workTones = {
  Processing: 'info',
  Complete: 'positive',
  Cancelled: 'negative',
  Stop: 'warning',
} as const satisfies Record<NonNullable<Batch['status']>, PhraseTone>

/** Why a start came to nothing: `processError` stays with the batch until the next try, whose state is unchanged. */
export type ProcessFailure = 'busy' | 'processError' | 'other'

/** BULK-04, BULK-05: a 409 says that another batch is being processed, a 501 that this platform processes none. */
export function toProcessFailure(error: unknown): ProcessFailure {
  if (!isKinoraError(error)) return 'other'
  if (error.status === errorTable.notImplemented.status) return 'processError'
  return error.status === errorTable.conflict.status ? 'busy' : 'other'
}
