import {
  createMessages,
  daysOfMonths,
  en,
  fillText,
  type ReportSubscription,
  type Role,
  reports,
} from '@kinora/core'
import { asc, eq, lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { Mail } from '../ports/services.ts'
import { findCaller } from '../session/index.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { lastMonth } from './subscriptions.ts'
import { reportSubscriptionsTable as r } from './tables.ts'

const HOUR = 3_600_000
const messages = createMessages(en)

/** Looks every hour whether a month has ended whose mails haven’t gone out. */
export const startReportJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, { queue: 'reports.monthly', period: HOUR, work: () => mailReports(deps) })

type Needed = Pick<Deps, 'db' | 'mail' | 'clock' | 'settings' | 'log'>

/**
 * Mails everybody the reports of the last month that they have asked for, once: what goes out again after a crash is the same
 * message. One that can’t be sent holds up no other and is tried again with the next turn. After a pause only the last month is told.
 */
export async function mailReports(deps: Needed): Promise<void> {
  const { db, mail, clock, log } = deps
  const month = lastMonth(clock.now())
  const due = await db
    .select({ row: r, tenantName: t.name })
    .from(r)
    .leftJoin(t, eq(t.tenantId, r.tenantId))
    .where(lt(r.mailedMonth, month))
    .orderBy(asc(r.subscriptionId))
  for (const { row, tenantName } of due) {
    const { subscriptionId: id, userId } = row
    const caller = await findCaller(deps, userId)
    // Who may no longer see reports is told nothing; once they may again, so are they.
    if (caller === undefined || !mayRead(caller.role)) continue
    try {
      const told = toMail(deps, { ...row, tenantName }, month)
      await mail.send({ id: `report-${id}.${month}`, to: caller.email, ...told })
      await db.update(r).set({ mailedMonth: month }).where(eq(r.subscriptionId, id))
    } catch (error) {
      log.warn({ err: error, subscriptionId: id }, 'a monthly report could not be mailed')
    }
  }
}

const mayRead = (role: Role): boolean => (reports.preview.allow as readonly Role[]).includes(role)

function toMail(
  { settings }: Pick<Deps, 'settings'>,
  { type, tenantId, tenantName, subscriptionId }: ReportSubscription,
  month: string,
): Pick<Mail, 'subject' | 'text'> {
  const params = {
    report: fillText(en[`report.type.${type}`]),
    month: monthWords(month),
    tenant: tenantName ?? fillText(en['ui.reports.everyTenant']),
    product: settings.productName,
  }
  const tenantFlag = tenantId === null ? '' : ` --tenant ${tenantId}`
  const download = `kinora reports download --type ${type} --month ${month}${tenantFlag}`
  const stop = `kinora reports unsubscribe ${subscriptionId}`
  const { startDate: from, endDate: to } = daysOfMonths(month)
  const asked = { type, from, to, ...(tenantId !== null && { tenant: tenantId }) }
  const link = (more: Record<string, string>) => portalLink(settings.publicUrl, { ...asked, ...more })
  const lines = [
    messages.text('report.mailReady', params),
    '',
    ...(link({}) === undefined
      ? [messages.text('report.mailWhere', params)]
      : [messages.text('report.mailOpen'), link({})!]),
    messages.text('report.mailCommand', { command: download }),
    '',
    ...(link({}) === undefined
      ? [messages.text('report.mailStopWhere', { command: stop })]
      : [messages.text('report.mailStop'), link({ stop: subscriptionId })!]),
  ]
  return { subject: messages.text('report.mailSubject', params), text: `${lines.join('\n')}\n` }
}

/** The page of a report, where mails know the portal’s address; it asks for a sign-in like every other. */
const portalLink = (base: string | undefined, params: Record<string, string>): string | undefined =>
  base && `${base.replace(/\/+$/, '')}/admin/report?${new URLSearchParams(params)}`

/** `October 2026` */
const monthWords = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
