import { checkReport, type KinoraError, type Output, reports, tenants, toCalendarDay } from '@kinora/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { useRead } from '../kernel/use-read.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { type NavTab, NavTabs } from '../ui/frame/tabs.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { ReportChoices } from './report-choices.tsx'
import { ReportFailure, ReportPreview, ReportWaiting } from './report-preview.tsx'
import { fromParams, type ReportChoice, toFilter, toParams } from './report-state.ts'
import { type ReportTexts, useReportTexts } from './texts.ts'
import { useReportDownload } from './use-report-download.ts'

export interface ReportsProps {
  /** The tabs of the admin area that there are, by their ids (NAV-53). */
  tabs: readonly { id: 'content' | 'reports'; href: string }[]
  /** Keeps what is asked for in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** The audit log, for those to whom no other page leads there. */
  auditHref?: string | undefined
}

/** REPORT-01, NAV-04: the four reports: a sentence of choices, one plot, the first rows, and the whole as a file. */
export function Reports({ tabs, location, auditHref }: ReportsProps) {
  const texts = useReportTexts()
  const { text } = texts
  const [params, write] = useLocationState(location)
  const [now] = useState(() => new Date())
  const choice = fromParams(params, now)
  const issues = checkReport(toFilter(choice))
  const isGood = issues.length === 0
  const found = useRead(reports.preview, { ...toFilter(choice), type: choice.type }, { enabled: isGood })
  const download = useReportDownload(texts)
  const change = (next: Partial<ReportChoice>) => write(toParams({ ...choice, ...next }), { replace: true })
  const items = tabs.map(({ id, href }): NavTab => ({ id, href, label: text(`ui.admin.tab.${id}`) }))
  return (
    <div className="kn-reports">
      <PageHeader
        title={text('ui.reports.title')}
        text={text('ui.reports.text')}
        tabs={<NavTabs label={text('ui.admin.tabs')} items={items} current="reports" line />}
        actions={
          auditHref === undefined ? null : (
            <ButtonLink href={auditHref}>{text('ui.reports.audit')}</ButtonLink>
          )
        }
      />
      <ReportChoices choice={choice} issues={issues} texts={texts} onChange={change} />
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
        <p role="status" className="kn-reports-status">
          {download.pending ? text('success.downloadingReport') : ''}
        </p>
      </div>
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
  const { text } = texts
  const { type, startDate, endDate, tenantId } = choice
  const list = useRead(tenants.list, {})
  const tenant = list.data?.data.find(({ tenantID }) => tenantID === tenantId)?.name ?? tenantId
  const sentence = text('ui.reports.sentence', {
    report: text(`report.type.${type}`),
    from: toCalendarDay(startDate),
    to: toCalendarDay(endDate),
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
