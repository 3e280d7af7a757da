import type { Cells, Layout, SpreadsheetPort } from '../../ports/spreadsheet.ts'
import { startThread } from '../thread.ts'

/** Mebibytes of a thread's heap: the writer keeps no row. */
const MEMORY = 512

/**
 * A worker thread: each workbook is written by one of its own, which answers each part of the rows with the bytes that it came
 * to. It starts when the file is read: of a HEAD nobody does.
 */
export const createSpreadsheets = (): SpreadsheetPort => ({
  write(layout, parts) {
    let thread: ReturnType<typeof openThread> | undefined
    const close = async (): Promise<void> => {
      await thread?.close()
      await parts.return(undefined)
    }
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          thread ??= openThread(layout)
          try {
            for (;;) {
              const { done, value } = await parts.next()
              const bytes = await thread.write(done ? 'end' : value)
              if (bytes.byteLength > 0) controller.enqueue(bytes)
              if (done) {
                await thread.close()
                return controller.close()
              }
              if (bytes.byteLength > 0) return
            }
          } catch (error) {
            await close().catch(() => undefined)
            throw error
          }
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    )
  },
})

function openThread(workerData: Layout) {
  const worker = startThread('./spreadsheet/writer.ts', 'spreadsheet-writer.js', {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  let failure: Error | undefined
  let asked: { resolve(bytes: Uint8Array<ArrayBuffer>): void; reject(error: Error): void } | undefined
  const fail = (error: Error): void => {
    failure ??= error
    asked?.reject(failure)
  }
  worker.on('message', bytes => asked?.resolve(bytes))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that writes a workbook has ended')))
  return {
    async write(rows: Cells[] | 'end'): Promise<Uint8Array<ArrayBuffer>> {
      if (failure !== undefined) throw failure
      return new Promise((resolve, reject) => {
        asked = { resolve, reject }
        worker.postMessage(rows)
      })
    },
    close: () => worker.terminate(),
  }
}
