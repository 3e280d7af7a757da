import { ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { type NavTab, NavTabs } from '../ui/frame/tabs.tsx'
import { fill, type PartProps } from '../ui/part.ts'
import { ReportMails, ReportSubscribe } from './monthly-mails.tsx'
import { ReportChoices } from './report-choices.tsx'
import { ReportDownload } from './report-download.tsx'
import { ReportPreview } from './report-preview.tsx'
import { ReportsRoot, type ReportsRootProps } from './reports-root.tsx'
import { useReportTexts } from './texts.ts'

/** Places of the reports, in their order. */
export type ReportsPlace = 'header' | 'choices' | 'download' | 'mails' | 'preview'

export interface ReportsProps extends Omit<ReportsRootProps, 'children'>, PartProps<ReportsPlace> {
  /** In place of our title; null where the host has a heading of its own. */
  heading?: string | null | undefined
  /** The tabs of the admin area that there are, by their ids; none unless given. */
  tabs?: readonly { id: 'content' | 'reports'; href: string }[]
  /** The audit log, for those to whom no other page leads there. */
  auditHref?: string | undefined
}

/** The reports: a sentence of choices, one plot, the first rows, and the whole as a file. */
// REPORT-01, NAV-04, NAV-53
export function Reports({ heading, tabs, auditHref, slots = {}, classNames = {}, ...root }: ReportsProps) {
  return (
    <ReportsRoot {...root}>
      {fill(slots.header, <ReportsHeader className={classNames.header} {...{ heading, tabs, auditHref }} />)}
      {fill(slots.choices, <ReportChoices className={classNames.choices} />)}
      {fill(
        slots.download,
        <ReportDownload className={classNames.download}>
          <ReportSubscribe />
        </ReportDownload>,
      )}
      {fill(slots.mails, <ReportMails className={classNames.mails} />)}
      {fill(slots.preview, <ReportPreview className={classNames.preview} />)}
    </ReportsRoot>
  )
}

interface ReportsHeaderProps extends Pick<ReportsProps, 'heading' | 'tabs' | 'auditHref'> {
  className: string | undefined
}

function ReportsHeader({ className, heading, tabs = [], auditHref }: ReportsHeaderProps) {
  const { text } = useReportTexts()
  const items = tabs.map(({ id, href }): NavTab => ({ id, href, label: text(`ui.admin.tab.${id}`) }))
  return (
    <PageHeader
      className={className}
      title={heading === undefined ? text('ui.page.reports') : heading}
      text={heading === undefined ? text('ui.reports.text') : null}
      tabs={
        items.length > 0 && <NavTabs label={text('ui.admin.tabs')} items={items} current="reports" line />
      }
      actions={
        auditHref === undefined ? null : (
          <ButtonLink href={auditHref}>{text('ui.admin.openAudit')}</ButtonLink>
        )
      }
    />
  )
}
