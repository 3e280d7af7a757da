import type { BinaryAnswer } from '@kinora/core'

/**
 * A CSV, sent while it is read. It begins with a byte order mark, without which spreadsheets read other scripts wrongly; what
 * fails before the first line is answered as a failure.
 */
export async function toCsvFile(lines: AsyncGenerator<string>, fileName: string): Promise<BinaryAnswer> {
  const first = await lines.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`\ufeff${first.value ?? ''}`)),
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await lines.return(undefined)
    },
  })
  return { body, contentType: 'text/csv; charset=utf-8', fileName }
}
