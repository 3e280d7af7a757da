import { type Title, titles } from '../../titles/index.ts'
import { isChangedElsewhere } from './changed-elsewhere.ts'
import { withRetry } from './general.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord } from './record.ts'
import { isSettled } from './stamp.ts'

type Asking = Pick<RunPorts, 'send' | 'clock' | 'signal'>

/** Titles per call. */
const BATCH = 100

/** The titles that a run has made or found, with their records; a title that is gone is undefined. */
export async function* eachComparison(
  records: readonly RowRecord[],
  { send, clock, signal }: Asking,
): AsyncGenerator<{ record: RowRecord; title: Title | undefined }[]> {
  for (let at = 0; at < records.length; at += BATCH) {
    const part = records.slice(at, at + BATCH)
    const titleTags = part.map(({ tag }) => tag).filter(tag => tag !== '')
    const ask = () => send(titles.find, { titleTags }, { signal })
    const page = titleTags.length === 0 ? { data: [] } : await withRetry(clock, signal, ask)
    const found = new Map(page.data.map(title => [title.tag, title]))
    yield part.map(record => ({ record, title: found.get(record.tag) }))
  }
}

/** Resets rows whose title was deleted since, so that they are created again; returns what people have changed since, by id. */
export async function compareTitles(ports: RunPorts): Promise<Map<string, Title>> {
  const known = [...ports.run.rows.values()].filter(record => record.tag !== '')
  const changed = new Map<string, Title>()
  for await (const part of eachComparison(known, ports)) {
    for (const { record, title } of part)
      if (title !== undefined && isSettled(record) && isChangedElsewhere(record, title))
        changed.set(record.id, title)
    const lost = part.filter(({ title }) => title === undefined)
    await Promise.all(lost.map(({ record }) => ports.append({ kind: 'lost', id: record.id })))
  }
  return changed
}
