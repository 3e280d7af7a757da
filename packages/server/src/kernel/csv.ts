import { type BinaryResponse, escapeFormula, needsQuotes } from '@kinora/core'

export type CsvCell = string | number | null

/** One line of a CSV file (RFC 4180). */
export const toCsvLine = (values: readonly CsvCell[]): string => `${values.map(toCsvCell).join(',')}\r\n`

/** Nothing that a spreadsheet would run as a formula; quotes where the format or a spreadsheet needs them. */
function toCsvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = escapeFormula(value)
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A CSV, sent while it is read. It begins with a byte order mark, without which spreadsheets read other scripts wrongly. */
export const toCsvFile = async (
  lines: AsyncGenerator<string>,
  fileName: string,
): Promise<BinaryResponse> => ({
  body: await toTextStream(lines, '\ufeff'),
  contentType: 'text/csv; charset=utf-8',
  fileName,
})

/** A text, sent while it is made, `before` in front of it. What fails before its first part is thrown; later it breaks off. */
export async function toTextStream(
  parts: AsyncGenerator<string>,
  before = '',
): Promise<ReadableStream<Uint8Array>> {
  const first = await parts.next()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`${before}${first.value ?? ''}`)),
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
}
