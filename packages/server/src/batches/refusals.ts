import { en, KinoraError } from '@kinora/core'
import { refused } from '../kernel/rows/refusals.ts'

export const batchNotFound = (): KinoraError => new KinoraError('notFound', { detail: en['title.notFound'] })

/** BULK-04, C-07, C-28 */
export const anotherIsGoingOn = (): KinoraError =>
  new KinoraError('conflict', { detail: en['upload.another'] })

/** ROLE-16, BULK-09 */
export const notEnabled = (): KinoraError =>
  new KinoraError('forbidden', { detail: en['error.featureUnavailable'] })

/** E-6: a move that the table doesn't have. */
export const wrongMove = (event: 'process' | 'stop', status: string | null): KinoraError =>
  refused(event === 'process' ? 'bulk.processWrongState' : 'bulk.stopWrongState', { status: status ?? 'new' })
