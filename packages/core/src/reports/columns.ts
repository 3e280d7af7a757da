import type { ReportType } from './schema.ts'

/** What a column holds, so that a file types and formats its cells. */
export type ReportColumnKind =
  | 'text'
  | 'count'
  /** Two decimals. */
  | 'decimal'
  /** Of a hundred, one decimal. */
  | 'percent'
  | 'moment'
  | 'month'
  | 'seconds'
  | 'bytes'

export interface ReportColumn<Key extends string = string> {
  key: Key
  kind: ReportColumnKind
  /** The last row adds it up: what is distinct per row has no sum. */
  hasTotal: boolean
}

const text = <K extends string>(key: K): ReportColumn<K> => ({ key, kind: 'text', hasTotal: false })
const sum = <K extends string>(key: K, kind: ReportColumnKind = 'count'): ReportColumn<K> => ({
  ...{ key, kind, hasTotal: true },
})
const plain = <K extends string>(key: K, kind: ReportColumnKind): ReportColumn<K> => ({
  ...{ key, kind, hasTotal: false },
})

/** C-117, C-133: the columns of each report, in their order. */
export const reportColumns = {
  tenantUpload: [
    ...[text('tenant'), text('provider'), text('channel'), text('tag'), text('title')],
    ...[text('uploadedBy'), plain('uploadedAt', 'moment'), text('status')],
    ...[sum('duration', 'seconds'), sum('size', 'bytes')],
  ],
  contentUsage: [
    ...[text('tenant'), text('tag'), text('title'), text('provider'), text('channel'), sum('plays')],
    ...[plain('members', 'count'), sum('minutes', 'decimal'), plain('completion', 'percent')],
  ],
  billableUser: [
    ...[text('tenant'), plain('month', 'month'), plain('members', 'count')],
    ...[plain('activeStripe', 'count'), plain('activeMms', 'count'), plain('activePseudosso', 'count')],
    ...[plain('activeFlatfile', 'count'), plain('activeApple', 'count'), plain('activeOther', 'count')],
    ...[sum('new'), sum('cancelled'), sum('billable')],
  ],
  contentProviderUsage: [
    ...[text('provider'), text('channel'), text('tag'), text('title'), text('tenant')],
    ...[sum('plays'), sum('minutes', 'decimal')],
  ],
} as const satisfies Record<ReportType, readonly ReportColumn[]>

export type ReportColumnKey = (typeof reportColumns)[ReportType][number]['key']

/** The columns of a report as one type, whichever it is. */
export const columnsOf = (type: ReportType): readonly ReportColumn<ReportColumnKey>[] => reportColumns[type]
