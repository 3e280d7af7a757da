import type { BinaryAnswer } from '@kinora/core'
import { templateRows } from '@kinora/core/bulk'
import { toCsvLine } from '../../kernel/csv.ts'

/** API-50: the columns of `kinora titles bulk template`, with a byte order mark for spreadsheets. */
export function template(): BinaryAnswer {
  const body = `\ufeff${templateRows().map(toCsvLine).join('')}`
  return { body, contentType: 'text/csv; charset=utf-8', fileName: 'bulk-upload-template.csv' }
}
