import { type Title, titles } from '../../titles/index.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord } from './record.ts'
import { withRetry } from './retry.ts'

/** What an undo compares, to leave alone what people did since: their edits, and any other change of the title. */
export const toStamp = ({ version, updatedDate, status }: Title): string =>
  `${version} ${updatedDate} ${status}`

export const isAsLeft = (title: Title, stamp: string): boolean => stamp === toStamp(title)

/** The title as an earlier run left it is known; while a row is being worked on it isn't. */
export const isSettled = (record: RowRecord): boolean =>
  record.tag !== '' && Boolean(record.stamp) && !['waiting', 'working', 'processing'].includes(record.state)

/**
 * Notes which titles somebody has changed since a run left them, before this one changes them again: an undo couldn't
 * tell afterwards. Only rows whose title is as a run has left it may be asked about.
 */
export async function noteTouched(ids: readonly string[], ports: RunPorts): Promise<void> {
  const records = ids.flatMap(id => ports.run.rows.get(id) ?? [])
  const own = records.filter(({ created, touched }) => created && touched === undefined)
  if (own.length === 0) return
  const titleTags = own.map(({ tag }) => tag)
  const page = await withRetry(ports.clock, ports.signal, () => ports.send(titles.find, { titleTags }))
  const found = new Map(page.data.map(title => [title.tag, title]))
  await Promise.all(
    own.map(async ({ id, tag, stamp }) => {
      const title = found.get(tag)
      if (title === undefined || isAsLeft(title, stamp!)) return
      await ports.append({ kind: 'touched', id, at: title.updatedDate })
    }),
  )
}
