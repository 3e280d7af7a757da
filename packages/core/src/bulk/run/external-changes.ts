import { type Title, titles } from '../../titles/index.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord } from './record.ts'
import { withRetry } from './retry.ts'

/** What an undo compares to detect changes that people made since. */
export const toStamp = ({ version, updatedDate, status }: Title): string =>
  `${version} ${updatedDate} ${status}`

export const isUnchanged = (title: Title, stamp: string): boolean => stamp === toStamp(title)

/** Whether the title's state after an earlier run is known; it isn't while the row is being processed. */
export const isSettled = (record: RowRecord): boolean =>
  record.tag !== '' && Boolean(record.stamp) && !['waiting', 'working', 'processing'].includes(record.state)

/**
 * Records which titles somebody has changed since the last run, before this one changes them again: an undo couldn't
 * tell afterwards. Only rows whose title is as a run has left it may be asked about.
 */
export async function recordExternalChanges(ids: readonly string[], ports: RunPorts): Promise<void> {
  const records = ids.flatMap(id => ports.run.rows.get(id) ?? [])
  const own = records.filter(({ created, touched }) => created && touched === undefined)
  if (own.length === 0) return
  const titleTags = own.map(({ tag }) => tag)
  const page = await withRetry(ports.clock, ports.signal, () => ports.send(titles.find, { titleTags }))
  const found = new Map(page.data.map(title => [title.tag, title]))
  await Promise.all(
    own.map(async ({ id, tag, stamp }) => {
      const title = found.get(tag)
      if (title === undefined || isUnchanged(title, stamp!)) return
      await ports.append({ kind: 'touched', id, at: title.updatedDate })
    }),
  )
}
