import { type ReportSubscription, reports } from '@kinora/core'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import type { ReportPartProps } from './report-choices.tsx'
import { useReportsView } from './reports-root.tsx'
import { useReportTexts } from './texts.ts'

/** † The report on the page as a mail at the beginning of every month; gone where it comes already. */
export function ReportSubscribe() {
  const { text } = useReportTexts()
  const { type, tenantId } = useReportsView().choice
  const { data } = useRead(reports.subscriptions, {})
  const add = useWrite(reports.subscribe, {
    invalidates: [reports.subscriptions],
    success: text('ui.reports.subscribed'),
  })
  const isMailed = data?.data.some(mail => mail.type === type && (mail.tenantId ?? '') === tenantId)
  if (isMailed !== false) return null
  return (
    <Button
      icon={<Mail size={16} aria-hidden="true" />}
      loading={add.isPending}
      onClick={() => void add.send({ type, ...(tenantId !== '' && { tenantId }) })}
    >
      {text('ui.reports.subscribe')}
    </Button>
  )
}

/** † The monthly mails that come already, of the reports that are offered. */
export function ReportMails({ className }: ReportPartProps) {
  const { text } = useReportTexts()
  const { stop, change, types, fixed } = useReportsView()
  const { data } = useRead(reports.subscriptions, {})
  const [asked, setAsked] = useState(stop)
  const mails = (data?.data ?? []).filter(
    ({ type, tenantId }) =>
      // The mail of what changes on the site is of no report on this page.
      (type === 'siteChanges' || types.includes(type)) &&
      (fixed.tenantId === undefined || tenantId === fixed.tenantId),
  )
  const nameOf = ({ type, tenantName }: ReportSubscription) =>
    text('ui.reports.subscription', {
      report: text(`report.type.${type}`),
      tenant: tenantName ?? text('ui.reports.everyTenant'),
    })
  const stopping = mails.find(({ subscriptionId }) => subscriptionId === asked)
  return (
    <>
      {mails.length === 0 ? null : (
        <div className={classes('kn-reports-mails', className)}>
          <h2 className="kn-reports-status">{text('ui.reports.subscriptions')}</h2>
          <ul className="kn-members-items">
            {mails.map(mail => (
              <li key={mail.subscriptionId} className="kn-reports-mail">
                <span>{nameOf(mail)}</span>
                <Button
                  size="compact"
                  aria-label={`${text('ui.reports.unsubscribe')}: ${nameOf(mail)}`}
                  onClick={() => setAsked(mail.subscriptionId)}
                >
                  {text('ui.reports.unsubscribe')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <StopMail
        mail={stopping}
        title={stopping && nameOf(stopping)}
        onClose={() => {
          setAsked(undefined)
          if (stop !== undefined) change({})
        }}
      />
    </>
  )
}

interface StopMailProps {
  mail: ReportSubscription | undefined
  title: string | undefined
  onClose: () => void
}

/** Asked once more: a link in a mail is opened by a slip, and by scanners. */
function StopMail({ mail, title, onClose }: StopMailProps) {
  const { text, error } = useReportTexts()
  const stop = useWrite(reports.unsubscribe, {
    invalidates: [reports.subscriptions],
    success: text('ui.reports.unsubscribed'),
    failure: handledByCaller,
  })
  return (
    <ConfirmDialog
      open={mail !== undefined}
      onClose={onClose}
      title={text('ui.reports.unsubscribe')}
      text={title}
      confirmLabel={text('ui.reports.unsubscribe')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      busy={stop.isPending}
      error={stop.error === null ? undefined : error(stop.error)}
      onConfirm={async () => {
        if (mail === undefined) return
        const { kind } = await stop.send({ subscriptionId: mail.subscriptionId })
        if (kind === 'done') onClose()
      }}
    />
  )
}
