import type { RecordEvent } from '@kinora/core/bulk'

/** The rows of a CSV that a person chose, of titles unless its columns are named; the reader is loaded when the first file is. */
export async function* readCsvFile(file: Blob, names?: readonly string[]): AsyncGenerator<RecordEvent> {
  const { readCsv } = await import('@kinora/core/bulk')
  yield* readCsv(chunksOf(file), names)
}

/** Not every browser lets a stream be iterated. */
async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
}
