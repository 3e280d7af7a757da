import { en, KinoraError, type RefusalCode } from '@kinora/core'
import { refused } from '../kernel/rows/refusals.ts'
import type { BatchKind, StoredBatch } from './tables.ts'

export const batchNotFound = (): KinoraError => new KinoraError('notFound', { detail: en['title.notFound'] })

/** BULK-04, C-07, C-28 */
export const anotherIsGoingOn = (): KinoraError =>
  new KinoraError('conflict', { detail: en['upload.another'] })

/** E-6: a move that the table doesn't have. */
export const wrongMove = ({ kind, status }: StoredBatch, event: 'process' | 'stop'): KinoraError =>
  refused(sentences[kind][event], { status: status ?? 'new' })

const sentences: Record<BatchKind, Record<'process' | 'stop', RefusalCode>> = {
  titles: { process: 'bulk.processWrongState', stop: 'bulk.stopWrongState' },
  members: { process: 'memberImport.processWrongState', stop: 'memberImport.stopWrongState' },
}
