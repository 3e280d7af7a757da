import type { RecordEvent } from '@kinora/core/bulk'

/** The rows of a CSV that a person chose; reader and rules are loaded when the first is. */
export async function* readCsvFile(file: Blob): AsyncGenerator<RecordEvent> {
  const [{ CsvError, parse }, bulk] = await Promise.all([
    import('csv-parse/browser/esm/sync'),
    import('@kinora/core/bulk'),
  ])
  let whole = ''
  for await (const part of bulk.decodeText(chunksOf(file))) whole += part
  const { text, first, delimiter } = bulk.readDialect(whole)
  const records: string[][] = []
  const keep = (record: string[]): null => {
    records.push(record)
    return null
  }
  let broken: string | undefined
  try {
    parse(text, { ...bulk.csvOptions(delimiter), on_record: keep })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    broken = error.code
  }
  if (records.length > 0) yield { kind: 'records', first, records }
  if (broken !== undefined) yield bulk.toBroken(broken, first + records.length)
}

/** Not every browser lets a stream be iterated. */
async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
}
