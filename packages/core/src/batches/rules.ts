import type { Issue } from '../kernel/errors.ts'
import { checkFileName, checkFileType } from '../kernel/field-rules.ts'
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
  // Not VAL-10: a browser calls the second download of the template "template (1).csv".
  const named = checkFileName(file.name).filter(({ code }) => code !== 'validation.fileNameCharacters')
  const wrong = [...named, ...checkFileType(file.name, 'csv')]
  if (wrong.length > 0) return wrong
  if (file.size === 0) return [{ path: 'file', code: 'bulk.csvEmpty' }]
  if (file.size <= BATCH_FILE_MAX) return []
  return [{ path: 'file', code: 'bulk.csvTooLarge', params: { max: BATCH_FILE_MAX / MEGABYTE } }]
}
