import {
  columnsOf,
  isReportFailureWhole,
  type KinoraError,
  type ReportPreview as Preview,
  type ReportRow,
  reportFailure,
} from '@kinora/core'
import { EmptyState, ErrorState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { ReportPlot } from './report-plot.tsx'
import { toWords } from './report-words.ts'
import type { ReportTexts } from './texts.ts'

export interface ReportPreviewProps {
  preview: Preview
  texts: ReportTexts
}

/** The plot of a report and its first rows. */
export function ReportPreview({ preview, texts }: ReportPreviewProps) {
  const { text } = texts
  const { type, rows, hasMore, plot } = preview
  if (rows.length === 0)
    return <EmptyState title={text('report.noData')} text={text('ui.reports.noDataText')} />
  const numbered = rows.map((row, index) => ({ id: String(index), row }))
  const columns = columnsOf(type).map(
    (column): PlainColumn<{ id: string; row: ReportRow }> => ({
      id: column.key,
      header: text(`report.column.${column.key}`),
      cell: ({ row }) => toWords(row[column.key], column),
      align: column.kind === 'text' || column.kind === 'moment' || column.kind === 'month' ? 'start' : 'end',
    }),
  )
  return (
    <>
      <ReportPlot plot={plot} texts={texts} />
      <PlainTable
        className="kn-reports-rows"
        label={text('ui.reports.rows')}
        rows={numbered}
        rowId={({ id }) => id}
        columns={columns}
      />
      {hasMore ? <p className="kn-reports-more">{text('ui.reports.more', { count: rows.length })}</p> : null}
    </>
  )
}

export const ReportWaiting = () => (
  <div className="kn-reports-plot" aria-hidden="true">
    <Skeleton width={180} height={20} />
    <div className="kn-reports-wait" />
  </div>
)

/** REPORT-04, REPORT-05, with the failure's own words where there are more to say. */
export function tellFailure(
  error: KinoraError,
  { text, error: own }: ReportTexts,
): { title: string; text: string } {
  const key = reportFailure(error)
  if (key === undefined) return { title: own(error), text: '' }
  return { title: text(key), text: isReportFailureWhole(error) ? '' : own(error) }
}

export function ReportFailure({
  error,
  texts,
  onRetry,
}: {
  error: KinoraError
  texts: ReportTexts
  onRetry: () => void
}) {
  const { title, text } = tellFailure(error, texts)
  return (
    <ErrorState
      title={title}
      text={text || undefined}
      onRetry={onRetry}
      retryLabel={texts.text('ui.reports.retry')}
    />
  )
}
