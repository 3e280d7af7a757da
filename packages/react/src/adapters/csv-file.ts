import type { RecordEvent } from '@kinora/core/bulk'

/** The rows of a CSV that a person chose; the reader is loaded when the first file is. */
export async function* readCsvFile(file: Blob): AsyncGenerator<RecordEvent> {
  const { readCsv } = await import('@kinora/core/bulk')
  yield* readCsv(chunksOf(file))
}

/** Not every browser lets a stream be iterated. */
async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
}
