import type { Issue } from '../kernel/errors.ts'
import { limits } from '../kernel/fields.ts'
import { MEGABYTE } from '../kernel/formats.ts'
import { checkWith } from '../kernel/issues.ts'
import { BATCH_FILE_MAX, BatchDraft } from './schema.ts'

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
