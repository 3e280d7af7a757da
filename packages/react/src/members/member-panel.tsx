import { type Member, type MemberSubscription, members, toCalendarDay } from '@kinora/core'
import { useRef } from 'react'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { type Fact, FactList } from '../titles/fact-list.tsx'
import { SidePanel } from '../ui/overlay/dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { nameOf, StatusBadge, toSourceName } from './member-columns.tsx'
import { type MemberTexts, useMemberTexts } from './texts.ts'

export interface MemberPanelProps {
  member: Member | undefined
  tenantId: string
  onClose: () => void
}

/** One member with its subscriptions, and the way to erase it (API-147). */
export function MemberPanel({ member, tenantId, onClose }: MemberPanelProps) {
  const { text } = useMemberTexts()
  const start = useRef<HTMLDivElement>(null)
  return (
    <SidePanel
      open={member !== undefined}
      onClose={onClose}
      // What is read comes first, not what erases it.
      initialFocus={start}
      title={member && <bdi>{member.name}</bdi>}
      closeLabel={text('ui.close')}
    >
      <div ref={start} tabIndex={-1}>
        {member ? <Details {...{ member, tenantId, onClose }} /> : null}
      </div>
    </SidePanel>
  )
}

function Details({ member, tenantId, onClose }: MemberPanelProps & { member: Member }) {
  const texts = useMemberTexts()
  const { text } = texts
  const { moment } = useDates()
  const { userId, name } = member
  const { data: items } = useRead(members.subscriptions, { tenantId, userId })
  const facts: Fact[] = [
    { label: text('ui.members.email'), value: member.email },
    { label: text('field.externalUserId'), value: member.externalUserId },
    { label: text('field.userId'), value: userId },
    { label: text('ui.members.created'), value: moment(member.createdDate) },
    { label: text('ui.members.lastLogin'), value: moment(member.lastLoginAt ?? '') },
    { label: text('ui.members.lastAccess'), value: moment(member.lastAccessedAt ?? '') },
  ]
  return (
    <div className="kn-members-panel">
      <FactList facts={facts} />
      <h3>{text('ui.members.subscriptions')}</h3>
      {items === undefined ? <Skeleton height={96} /> : null}
      {items?.length === 0 ? (
        <p className="kn-plain-soft">{text('ui.members.noSubscriptions')}</p>
      ) : (
        <ul className="kn-members-items">
          {items?.map(item => (
            <li key={item.id}>
              <p className="kn-members-item">
                <strong>
                  <bdi>{nameOf(item, texts)}</bdi>
                </strong>
                <StatusBadge status={item.status} texts={texts} />
              </p>
              <FactList facts={factsOf(item, texts)} />
            </li>
          ))}
        </ul>
      )}
      <DeleteRow
        endpoint={members.erase}
        input={{ tenantId, userId }}
        label={text('ui.members.erase')}
        title={text('ui.members.eraseTitle', { name })}
        text={text('ui.members.eraseText')}
        success={text('ui.members.erased')}
        name={name}
        onDeleted={onClose}
      />
    </div>
  )
}

/** B-22: everything that is known of a subscription; what nobody has told is left out. */
function factsOf(item: MemberSubscription, texts: MemberTexts): Fact[] {
  const { text } = texts
  const facts: [string, string | null][] = [
    [text('ui.members.period'), toPeriod(item.startDate, item.endDate, text)],
    [text('ui.members.trial'), toPeriod(item.trialStart, item.trialEnd, text)],
    [text('ui.members.cancelled'), item.cancelledDates.map(toCalendarDay).join(', ')],
    [text('ui.members.source'), toSourceName(item.source, texts)],
    [text('ui.members.externalStatus'), item.externalStatus],
    [text('ui.members.price'), item.price],
    [text('ui.members.product'), item.productId],
    [text('ui.members.plan'), item.planId],
    [text('ui.members.discount'), item.discountCode],
    [text('ui.members.crmSource'), item.crmSource],
    [text('ui.members.crmUser'), item.crmUserId],
    [text('ui.members.id'), item.id],
  ]
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))
}

function toPeriod(start: string | null, end: string | null, text: MemberTexts['text']): string | null {
  if (start === null) return end === null ? null : text('ui.members.until', { end: toCalendarDay(end) })
  if (end === null) return text('ui.members.from', { start: toCalendarDay(start) })
  return text('ui.members.days', { start: toCalendarDay(start), end: toCalendarDay(end) })
}
