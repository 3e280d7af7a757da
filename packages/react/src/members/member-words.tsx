import {
  type MemberStatus,
  type MemberSubscription,
  memberStatuses,
  sourceTexts,
  toCalendarDay,
} from '@kinora/core'
import type { Fact } from '../titles/fact-list.tsx'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import type { MemberTexts } from './texts.ts'

const tones: Record<MemberStatus, BadgeTone> = {
  active: 'positive',
  trial: 'info',
  cancelled: 'negative',
  expired: 'neutral',
}
const isKnown = (status: string): status is MemberStatus =>
  (memberStatuses as readonly string[]).includes(status)

/** The state of a subscription, in the platform's words where it has some and in the source's otherwise. */
export function StatusBadge({ status, texts: { text } }: { status: string; texts: MemberTexts }) {
  if (!isKnown(status)) return <Badge>{status}</Badge>
  return <Badge tone={tones[status]}>{text(`ui.members.state.${status}`)}</Badge>
}

/** A state of a subscription, as its badge says it. */
export const toStateName = (status: string, { text }: MemberTexts): string =>
  isKnown(status) ? text(`ui.members.state.${status}`) : status

const isNamed = (key: string): key is keyof typeof sourceTexts => key in sourceTexts

/** Where a subscription comes from, as settings name it (C-36). */
export function toSourceName(source: string, { text }: MemberTexts): string {
  const key = `source.${source}`
  return isNamed(key) ? text(key) : source
}

/** What a subscription is called. */
export const nameOf = ({ title, productId }: MemberSubscription, { text }: MemberTexts): string =>
  title || productId || text('ui.members.untitled')

/** That a member is turned off; nothing of one that is on. */
export const OffBadge = ({ isActive, texts }: { isActive: boolean; texts: MemberTexts }) =>
  isActive ? null : <Badge tone="negative">{texts.text('ui.members.off')}</Badge>

/** B-22: everything that is known of a subscription; what nobody has told is left out. */
export function factsOf(item: MemberSubscription, texts: MemberTexts): Fact[] {
  const { text } = texts
  const facts: [string, string | null][] = [
    [text('ui.period'), toPeriod(item.startDate, item.endDate, texts)],
    [text('ui.members.trial'), toPeriod(item.trialStart, item.trialEnd, texts)],
    [
      text('ui.members.cancelled'),
      item.cancelledDates.map(day => toCalendarDay(day, texts.locale)).join(', '),
    ],
    [text('ui.members.source'), toSourceName(item.source, texts)],
    [text('ui.members.externalStatus'), item.externalStatus],
    [text('field.price'), item.price],
    [text('field.productId'), item.productId],
    [text('field.planId'), item.planId],
    [text('ui.members.discount'), item.discountCode],
    [text('ui.members.crmSource'), item.crmSource],
    [text('ui.members.crmUser'), item.crmUserId],
    [text('ui.members.id'), item.id],
    [text('ui.members.corrected'), item.isCorrected ? text('ui.members.correctedItem') : null],
  ]
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))
}

function toPeriod(start: string | null, end: string | null, { text, locale }: MemberTexts): string | null {
  if (start === null)
    return end === null ? null : text('ui.members.until', { end: toCalendarDay(end, locale) })
  if (end === null) return text('ui.members.from', { start: toCalendarDay(start, locale) })
  return text('ui.members.days', { start: toCalendarDay(start, locale), end: toCalendarDay(end, locale) })
}
