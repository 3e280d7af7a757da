import { once } from 'node:events'
import type { Cells, Layout, SpreadsheetPort } from '../../ports/spreadsheet.ts'
import { startThread } from '../thread.ts'

/** Bytes that wait for whoever reads. */
const WAITING = 1_048_576

/** Each workbook is written by a thread of its own, which answers each part of the rows with the bytes that it came to. */
export const createSpreadsheets = (): SpreadsheetPort => ({
  write(layout, parts) {
    const thread = openThread(layout)
    const close = async (): Promise<void> => {
      await thread.close()
      await parts.return(undefined)
    }
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            for (;;) {
              const { done, value } = await parts.next()
              const bytes = await thread.write(done ? 'end' : value)
              if (bytes.byteLength > 0) controller.enqueue(bytes)
              if (done) {
                controller.close()
                return await close()
              }
              if (bytes.byteLength > 0) return
            }
          } catch (error) {
            await close()
            throw error
          }
        },
        cancel: close,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: WAITING }),
    )
  },
})

function openThread(workerData: Layout) {
  const worker = startThread('./spreadsheet/writer.ts', 'spreadsheet-writer.js', { workerData })
  let failure: Error | undefined
  worker.on('error', error => {
    failure = error
  })
  return {
    async write(rows: Cells[] | 'end'): Promise<Uint8Array<ArrayBuffer>> {
      if (failure !== undefined) throw failure
      // Rejects with an error of the thread.
      const answered = once(worker, 'message')
      worker.postMessage(rows)
      const [bytes] = await answered
      return bytes
    },
    close: () => worker.terminate(),
  }
}
