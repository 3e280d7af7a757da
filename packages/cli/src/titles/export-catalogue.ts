import { titles as calls, type Input, metadata, needsQuotes } from '@kinora/core'
import { createDirectory, exportHeader, toExportRow } from '@kinora/core/bulk'
import { stringify } from 'csv-stringify/sync'
import type { Session } from '../kernel/session.ts'

type Filter = Omit<Input<typeof calls.search>, 'page' | 'take'>

/** Titles per call. */
const TAKE = 500

/** TITLE-29, BULK-12: titles as a catalogue that `titles bulk run` takes back, page by page; a cell that would run is guarded. */
export async function exportCatalogue(session: Session, filter: Filter): Promise<ReadableStream<Uint8Array>> {
  const send = await session.send()
  const directory = createDirectory(await send(metadata.view, {}))
  const pages = eachPage(session, filter)
  const encoder = new TextEncoder()
  const toLines = (rows: readonly (readonly string[])[]) => encoder.encode(toCsv(rows))
  return new ReadableStream({
    // Without the mark spreadsheets read the names of other languages wrongly.
    start: controller => {
      controller.enqueue(encoder.encode('\ufeff'))
      controller.enqueue(toLines([exportHeader]))
    },
    async pull(controller) {
      const { value, done } = await pages.next()
      if (done) return controller.close()
      controller.enqueue(toLines(value.map(title => toExportRow(title, directory.namesOf(title)))))
    },
  })
}

/** Lines end as spreadsheets end them. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { record_delimiter: 'windows', quoted_match: needsQuotes })

/** Titles that are made or deleted meanwhile move others from page to page: none is given twice. */
async function* eachPage(session: Session, filter: Filter) {
  const send = await session.send()
  const given = new Set<string>()
  for (let page = 1; ; page++) {
    const found = await send(calls.search, { ...filter, page, take: TAKE })
    const fresh = found.data.filter(({ tag }) => !given.has(tag))
    for (const { tag } of fresh) given.add(tag)
    yield fresh
    if (page >= found.totalPages) return
  }
}
