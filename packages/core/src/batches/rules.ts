import { errorTable, type Issue, isKinoraError } from '../kernel/errors.ts'
import { limits } from '../kernel/fields.ts'
import { MEGABYTE } from '../kernel/formats.ts'
import { checkWith } from '../kernel/issues.ts'
import { toWorkState, workStatus } from '../kernel/machine.ts'
import { BATCH_FILE_MAX, type Batch, BatchDraft } from './schema.ts'

/** What is known of a CSV before it is read. */
export interface BatchFile {
  name: string
  size: number
}

/** BULK-06, BULK-07: what is wrong with a new batch, but for the inside of its CSV. */
export function checkBatch(draft: BatchDraft, file: BatchFile | undefined): Issue[] {
  return [...checkWith(BatchDraft, draft), ...checkBatchFile(file)]
}

/** VAL-18: a CSV by its name, neither empty nor larger than the server takes. */
export function checkBatchFile(file: BatchFile | undefined): Issue[] {
  if (file === undefined || file.name === '') return [{ path: 'file', code: 'required.file' }]
  if (file.name.length > limits.fileName)
    return [{ path: 'file', code: 'validation.fileNameLength', params: { max: limits.fileName } }]
  if (!/\.csv$/i.test(file.name))
    return [{ path: 'file', code: 'validation.fileType', params: { types: 'csv' } }]
  if (file.size === 0) return [{ path: 'file', code: 'bulk.csvEmpty' }]
  if (file.size <= BATCH_FILE_MAX) return []
  return [{ path: 'file', code: 'bulk.csvTooLarge', params: { max: BATCH_FILE_MAX / MEGABYTE } }]
}

/** E-6 for batches; user imports have an instance of their own (C-71). */
export const batchStatus = workStatus()

/** E-6: what may be asked of a batch now. */
export const canProcess = ({ status }: Pick<Batch, 'status'>): boolean =>
  batchStatus.can(toWorkState(status), 'process')
export const canStop = ({ status }: Pick<Batch, 'status'>): boolean =>
  batchStatus.can(toWorkState(status), 'stop')

/** Whether nothing will happen to a batch unless somebody asks for it. */
export const isBatchAtRest = ({ status }: Pick<Batch, 'status'>): boolean => status !== 'Processing'

/** Why a start came to nothing: `processError` stays with the batch until the next try, whose state is unchanged. */
export type ProcessFailure = 'busy' | 'processError' | 'other'

/** BULK-04, BULK-05: a 409 says that another batch is being processed, a 501 that this platform processes none. */
export function toProcessFailure(error: unknown): ProcessFailure {
  if (!isKinoraError(error)) return 'other'
  if (error.status === errorTable.notImplemented.status) return 'processError'
  return error.status === errorTable.conflict.status ? 'busy' : 'other'
}
