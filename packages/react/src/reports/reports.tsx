import {
  type BinaryResponse,
  checkReport,
  daysOfMonths,
  daysOfPeriod,
  isReportFailureWhole,
  type KinoraError,
  type Output,
  type ReportPreview as Preview,
  type ReportFilter,
  type ReportFormat,
  type ReportRow,
  type ReportType,
  reportFailure,
  reportFileName,
  reports,
  reportTypes,
  shownColumnsOf,
  tenants,
  toCalendarDay,
} from '@kinora/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { type NavTab, NavTabs } from '../ui/frame/tabs.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { EmptyState, ErrorState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { MonthlyMails, SubscribeButton } from './monthly-mails.tsx'
import { type ReportChoice, ReportChoices } from './report-choices.tsx'
import { ReportPlot, toWords } from './report-plot.tsx'
import { type ReportTexts, useReportTexts } from './texts.ts'

export interface ReportsProps {
  /** The tabs of the admin area that there are, by their ids (NAV-53); none unless given. */
  tabs?: readonly { id: 'content' | 'reports'; href: string }[]
  /** Keeps what is asked for in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** The audit log, for those to whom no other page leads there. */
  auditHref?: string | undefined
}

/** REPORT-01, NAV-04: the four reports: a sentence of choices, one plot, the first rows, and the whole as a file. */
export function Reports({ tabs = [], location, auditHref }: ReportsProps) {
  const texts = useReportTexts()
  const { text } = texts
  const [params, write] = useLocationState(location)
  const [now] = useState(() => new Date())
  const choice = withMonths(fromParams(params, now), now)
  const issues = checkReport(toFilter(choice))
  const isGood = issues.length === 0
  const found = useRead(reports.preview, { ...toFilter(choice), type: choice.type }, { enabled: isGood })
  const download = useReportDownload(texts)
  const change = (next: Partial<ReportChoice>) => write(toParams({ ...choice, ...next }), { replace: true })
  const items = tabs.map(({ id, href }): NavTab => ({ id, href, label: text(`ui.admin.tab.${id}`) }))
  return (
    <div className="kn-reports">
      <PageHeader
        title={text('ui.page.reports')}
        text={text('ui.reports.text')}
        tabs={
          items.length > 0 && <NavTabs label={text('ui.admin.tabs')} items={items} current="reports" line />
        }
        actions={
          auditHref === undefined ? null : (
            <ButtonLink href={auditHref}>{text('ui.admin.openAudit')}</ButtonLink>
          )
        }
      />
      <ReportChoices choice={choice} now={now} issues={issues} texts={texts} onChange={change} />
      <div className="kn-reports-acts">
        <Button
          variant="primary"
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.pending}
          disabled={!isGood}
          onClick={() => download.start(choice, 'xlsx')}
        >
          {text('ui.reports.download')}
        </Button>
        {download.pending ? (
          <Button onClick={download.stop}>{text('ui.reports.stop')}</Button>
        ) : (
          <Menu
            trigger={<Button disabled={!isGood}>{text('ui.reports.other')}</Button>}
            placement="bottom-start"
            groups={[
              {
                actions: (['csv', 'json'] as const).map(format => ({
                  label: text(`ui.reports.${format}`),
                  onSelect: () => download.start(choice, format),
                })),
              },
            ]}
          />
        )}
        <SubscribeButton choice={choice} texts={texts} />
        <p role="status" className="kn-reports-status">
          {download.pending ? text('success.downloadingReport') : ''}
        </p>
      </div>
      <MonthlyMails texts={texts} stop={params.get('stop') ?? undefined} onStopped={() => change({})} />
      {isGood ? <Result choice={choice} found={found} texts={texts} /> : null}
    </div>
  )
}

interface ResultProps {
  choice: ReportChoice
  found: UseQueryResult<Output<typeof reports.preview>, KinoraError>
  texts: ReportTexts
}

/** What is shown, as a sentence, and then shown. */
function Result({ choice, found, texts }: ResultProps) {
  const { text, locale } = texts
  const { type, startDate, endDate, tenantId } = choice
  const list = useRead(tenants.list, {})
  const tenant = list.data?.data.find(row => row.tenantId === tenantId)?.name ?? tenantId
  const sentence = text('ui.reports.sentence', {
    report: text(`report.type.${type}`),
    from: toCalendarDay(startDate, locale),
    to: toCalendarDay(endDate, locale),
    tenant: tenantId === '' ? text('ui.reports.everyTenant') : tenant,
  })
  return (
    <section className="kn-reports-result" aria-label={sentence} aria-busy={found.isFetching}>
      <h2 className="kn-reports-sentence">{sentence}</h2>
      <VisuallyHidden role="status">{found.data === undefined ? '' : sentence}</VisuallyHidden>
      {type === 'billableUser' ? <p className="kn-reports-more">{text('ui.reports.months')}</p> : null}
      {found.data !== undefined ? (
        <ReportPreview preview={found.data} texts={texts} />
      ) : found.error !== null ? (
        <ReportFailure error={found.error} texts={texts} onRetry={() => void found.refetch()} />
      ) : (
        <ReportWaiting />
      )}
    </section>
  )
}

interface ReportPreviewProps {
  preview: Preview
  texts: ReportTexts
}

/** The plot of a report and its first rows. */
function ReportPreview({ preview, texts }: ReportPreviewProps) {
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

const ReportWaiting = () => (
  <div className="kn-reports-plot" aria-hidden="true">
    <Skeleton width={180} height={20} />
    <div className="kn-reports-wait" />
  </div>
)

/** REPORT-04, REPORT-05, with the failure's own words where there are more to say. */
function tellFailure(error: KinoraError, { text, error: own }: ReportTexts): { title: string; text: string } {
  const key = reportFailure(error)
  if (key === undefined) return { title: own(error), text: '' }
  return { title: text(key), text: isReportFailureWhole(error) ? '' : own(error) }
}

function ReportFailure({
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
      retryLabel={texts.text('ui.retry')}
    />
  )
}

const DAY = 86_400_000
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** What is billed is billed by the month, so that one is asked for whole: the last one. */
const withMonths = (choice: ReportChoice, now: Date): ReportChoice => {
  if (choice.type !== 'billableUser') return choice
  const [first, last] = [choice.startDate.slice(0, 7), choice.endDate.slice(0, 7)]
  const isMonth = (month: string) => /^\d{4}-\d{2}$/.test(month)
  if (!isMonth(first) || !isMonth(last)) return { ...choice, ...daysOfPeriod('lastMonth', now) }
  return {
    ...choice,
    startDate: daysOfMonths(first).startDate,
    endDate: daysOfMonths(last).endDate,
  }
}

/** The last 30 days unless the address says otherwise; what can’t be read is as at the start. */
function fromParams(params: URLSearchParams, now: Date): ReportChoice {
  const type = params.get('type')
  return {
    type: reportTypes.find(each => each === type) ?? 'contentUsage',
    startDate: params.get('from') ?? toDay(now.getTime() - 29 * DAY),
    endDate: params.get('to') ?? toDay(now.getTime()),
    tenantId: params.get('tenant') ?? '',
  }
}

/** Days are always part of the URL, so that it shows the same report tomorrow. */
function toParams({ type, startDate, endDate, tenantId }: ReportChoice): URLSearchParams {
  const params = new URLSearchParams({ type, from: startDate, to: endDate })
  if (tenantId !== '') params.set('tenant', tenantId)
  return params
}

const toFilter = ({ startDate, endDate, tenantId }: ReportChoice) => ({
  startDate,
  endDate,
  ...(tenantId !== '' && { tenantId }),
})

/** REPORT-08: one download at a time, by the call that the report has (C-82). */
function useReportDownload(texts: ReportTexts) {
  const options = {
    invalidates: [],
    timeout: 0,
    success: texts.text('success.downloadComplete'),
    failure: (error: KinoraError) => Object.values(tellFailure(error, texts)).join(' ').trim(),
  }
  const save = (
    file: BinaryResponse,
    { type, format, ...filter }: { type: ReportType; format?: ReportFormat | undefined } & ReportFilter,
  ) => saveFile(file, reportFileName(type, filter, format ?? 'xlsx'))
  const tenant = useWrite(reports.tenant, { ...options, onSuccess: save })
  const tracking = useWrite(reports.tracking, {
    ...options,
    onSuccess: (file, asked) => save(file, { ...asked, type: 'contentProviderUsage' }),
  })
  return {
    start(choice: ReportChoice, format: ReportFormat) {
      const { type } = choice
      if (type === 'contentProviderUsage') void tracking.send({ ...toFilter(choice), type, format })
      else void tenant.send({ ...toFilter(choice), type, format })
    },
    pending: tenant.pending || tracking.pending,
    stop() {
      tenant.abort()
      tracking.abort()
    },
  }
}
