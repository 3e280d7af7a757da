import type { Title } from '../../titles/index.ts'
import type { RowRecord } from './record.ts'

/** What an undo compares to detect changes that people made since. */
export const toStamp = ({ version, updatedDate, status }: Title): string =>
  `${version} ${updatedDate} ${status}`

export const isUnchanged = (title: Title, stamp: string): boolean => stamp === toStamp(title)

/** Whether the title's state after an earlier run is known; it isn't while the row is being processed. */
export const isSettled = (record: RowRecord): boolean =>
  record.tag !== '' && Boolean(record.stamp) && !['waiting', 'working', 'processing'].includes(record.state)
