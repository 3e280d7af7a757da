import {
  createMessages,
  daysOfMonths,
  en,
  fillText,
  fromWireDate,
  isForRole,
  type ReportSubscription,
  type ReportType,
  Role,
  reports,
  SITE_CHANGE_DAYS,
  type SiteChange,
  siteChanges,
} from '@kinora/core'
import { and, asc, eq, isNull, lt, not, or } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Caller } from '../kernel/handlers.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { Mail } from '../ports/services.ts'
import { findCaller } from '../session/index.ts'
import { listSiteChanges } from '../site-changes/index.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { lastMonth, periodOf } from './subscriptions.ts'
import { reportSubscriptionsTable as r } from './tables.ts'

const HOUR = 3_600_000
const messages = createMessages(en)

/** Looks every hour whether a month has ended, or a week begun, whose mails haven’t gone out. */
export const startReportJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, { queue: 'reports.monthly', period: HOUR, work: () => mailReports(deps) })

type Needed = Pick<Deps, 'db' | 'mail' | 'clock' | 'settings' | 'log'>

/**
 * Mails everybody the reports of the last month, and each Monday the changes ahead, that they have asked for, once: what goes out again after a crash is the same
 * message. One that can’t be sent holds up no other and is tried again with the next turn. After a pause only the last month is told.
 */
export async function mailReports(deps: Needed): Promise<void> {
  const { db, mail, clock, log } = deps
  const now = clock.now()
  const isOfSite = eq(r.type, 'siteChanges')
  const due = await db
    .select({ row: r, tenantName: t.name })
    .from(r)
    .leftJoin(t, eq(t.tenantId, r.tenantId))
    .where(
      or(
        and(isOfSite, lt(r.mailedPeriod, periodOf('siteChanges', now)), isNull(t.deletedAt)),
        and(not(isOfSite), lt(r.mailedPeriod, lastMonth(now))),
      ),
    )
    .orderBy(asc(r.subscriptionId))
  for (const { row, tenantName } of due) {
    const { subscriptionId: id, userId, type } = row
    const period = periodOf(type, now)
    const caller = await findCaller(deps, userId)
    // Who may no longer see reports is told nothing; once they may again, so are they.
    if (caller === undefined || !mayRead(caller, row)) continue
    try {
      const told =
        type === 'siteChanges'
          ? await toChangesMail(deps, { ...row, tenantName }, now)
          : toMail(deps, { ...row, type, tenantName }, period)
      await mail.send({ id: `report-${id}.${period}`, to: caller.email, ...told })
      await db.update(r).set({ mailedPeriod: period }).where(eq(r.subscriptionId, id))
    } catch (error) {
      log.warn({ err: error, subscriptionId: id }, 'a report could not be mailed')
    }
  }
}

function mayRead(caller: Caller, { type, tenantId }: Pick<ReportSubscription, 'type' | 'tenantId'>): boolean {
  if (type !== 'siteChanges') return isForRole(reports.preview, caller.role)
  const isOwn = caller.role !== Role.Tenant || caller.tenantIds.includes(tenantId ?? '')
  return isOwn && isForRole(siteChanges.list, caller.role)
}

/** Changes that a mail lists. */
const LISTED = 50

/** Decision 0137: what comes to a site and leaves it in the next 90 days. */
async function toChangesMail(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { tenantId, tenantName, subscriptionId }: ReportSubscription,
  now: Date,
): Promise<Pick<Mail, 'subject' | 'text'>> {
  const site = { kind: 'tenant', tenantId: tenantId ?? '' } as const
  const asked = { now: now.getTime(), days: SITE_CHANGE_DAYS, page: 1, take: LISTED }
  const { data, comes, leaves, timeZone, totalRecords } = await listSiteChanges(site, db, asked)
  const tenant = tenantName ?? site.tenantId
  const count = (titles: number) => messages.text('report.changesTitles', { count: titles })
  const ready = { tenant, comes: count(comes), leaves: count(leaves), timeZone }
  const left = totalRecords - data.length
  const home = settings.publicUrl?.replace(/\/+$/, '')
  const lines = [
    messages.text(totalRecords === 0 ? 'report.changesNone' : 'report.changesReady', ready),
    '',
    ...data.flatMap(change => changeLines(change, timeZone)),
    ...(left > 0 ? [messages.text('report.changesMore', { count: left })] : []),
    ...(totalRecords === 0 ? [] : ['']),
    ...(home === undefined ? [] : [messages.text('report.changesOpen'), `${home}/`]),
    messages.text('report.mailCommand', { command: `kinora site upcoming --tenant ${site.tenantId}` }),
    '',
    messages.text('report.changesStop', { command: `kinora reports unsubscribe ${subscriptionId}` }),
  ]
  return { subject: messages.text('report.changesSubject', { tenant }), text: `${lines.join('\n')}\n` }
}

function changeLines({ kind, at, className, collections, events }: SiteChange, timeZone: string): string[] {
  const names = [...collections.data.map(({ name }) => name), ...events.data.map(({ title }) => title)]
  const moment = fromWireDate(at)!.toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const line = messages.text(`report.changes.${kind}`, { at: moment, title: className })
  return names.length === 0
    ? [line]
    : [line, messages.text('report.changesHeldBy', { names: names.join(', ') })]
}

function toMail(
  { settings }: Pick<Deps, 'settings'>,
  { type, tenantId, tenantName, subscriptionId }: ReportSubscription & { type: ReportType },
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
