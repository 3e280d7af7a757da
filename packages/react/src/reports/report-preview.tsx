import {
  type ReportPreview as Preview,
  type ReportRow,
  shownColumnsOf,
  tenants,
  toCalendarDay,
} from '@kinora/core'
import { useRead } from '../kernel/use-read.ts'
import { classes } from '../ui/classes.ts'
import { EmptyState, ErrorState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import type { ReportPartProps } from './report-choices.tsx'
import { ReportPlot, toWords } from './report-plot.tsx'
import { useReportsView } from './reports-root.tsx'
import { useReportTexts } from './texts.ts'

/** What is shown, as a sentence, and then shown: the plot and the first rows. */
export function ReportPreview({ className }: ReportPartProps) {
  const texts = useReportTexts()
  const { choice, report } = useReportsView()
  const { text, locale } = texts
  const { type, startDate, endDate, tenantId } = choice
  const { preview, problem, issues } = report
  const list = useRead(tenants.list, {})
  // A day that is none says so at its field.
  if (issues.length > 0) return null
  const tenant = list.data?.data.find(row => row.tenantId === tenantId)?.name ?? tenantId
  const sentence = text('ui.reports.sentence', {
    report: text(`report.type.${type}`),
    from: toCalendarDay(startDate, locale),
    to: toCalendarDay(endDate, locale),
    tenant: tenantId === '' ? text('ui.reports.everyTenant') : tenant,
  })
  return (
    <section
      className={classes('kn-reports-result', className)}
      aria-label={sentence}
      aria-busy={report.isLoading}
    >
      <h2 className="kn-reports-sentence">{sentence}</h2>
      <VisuallyHidden role="status">{preview === undefined ? '' : sentence}</VisuallyHidden>
      {type === 'billableUser' ? <p className="kn-reports-more">{text('ui.reports.months')}</p> : null}
      {preview !== undefined ? (
        <Found preview={preview} />
      ) : problem !== undefined ? (
        <ErrorState
          title={problem.title}
          text={problem.text || undefined}
          onRetry={report.retry}
          retryLabel={text('ui.retry')}
        />
      ) : (
        <Waiting />
      )}
    </section>
  )
}

/** The plot of a report and its first rows. */
function Found({ preview }: { preview: Preview }) {
  const texts = useReportTexts()
  const { text, locale } = texts
  const { type, rows, hasMore, plot } = preview
  if (rows.length === 0)
    return <EmptyState title={text('report.noData')} text={text('ui.reports.noDataText')} />
  const numbered = rows.map((row, index) => ({ id: String(index), row }))
  const columns = shownColumnsOf(type).map(
    (column): PlainColumn<{ id: string; row: ReportRow }> => ({
      id: column.key,
      header: text(`report.column.${column.key}`),
      cell: ({ row }) => toWords(row[column.key], column, locale),
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

const Waiting = () => (
  <div className="kn-reports-plot" aria-hidden="true">
    <Skeleton width={180} height={20} />
    <div className="kn-reports-wait" />
  </div>
)
