import type { BinaryAnswer } from '@kinora/core'
import { toTextStream } from './text-stream.ts'

/** A CSV, sent while it is read. It begins with a byte order mark, without which spreadsheets read other scripts wrongly. */
export const toCsvFile = async (lines: AsyncGenerator<string>, fileName: string): Promise<BinaryAnswer> => ({
  body: await toTextStream(lines, '\ufeff'),
  contentType: 'text/csv; charset=utf-8',
  fileName,
})
