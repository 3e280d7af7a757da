import {
  type Member,
  type MemberStatus,
  type MemberSubscription,
  memberStatuses,
  sourceTexts,
} from '@kinora/core'
import type { Dates } from '../kernel/use-dates.ts'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
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

/** Who, what of, in which state, from where, and since when (USER-07). */
export function memberColumns(
  texts: MemberTexts,
  { moment }: Pick<Dates, 'moment'>,
  onOpen: (member: Member) => void,
): DataTableColumn<Member>[] {
  const { text } = texts
  return [
    {
      id: 'name',
      header: text('ui.members.name'),
      width: 200,
      grow: 3,
      cell: member => (
        <TitleCell
          name={
            <button
              type="button"
              className="kn-cell-action"
              title={text('ui.members.show', { name: member.name })}
              onClick={() => onOpen(member)}
            >
              <bdi>{member.name}</bdi>
            </button>
          }
          detail={<bdi>{member.email}</bdi>}
        />
      ),
    },
    {
      id: 'externalUserId',
      header: text('field.externalUserId'),
      width: 140,
      grow: 1,
      cell: ({ externalUserId }) => (
        <bdi className="kn-truncate" dir="ltr">
          {externalUserId}
        </bdi>
      ),
    },
    {
      id: 'subscription',
      header: text('ui.members.subscription'),
      width: 160,
      grow: 2,
      cell: ({ subscriptionItems: [first, ...rest] }) =>
        first === undefined ? (
          <span className="kn-plain-soft">{text('ui.members.none')}</span>
        ) : (
          <TitleCell
            name={<bdi>{nameOf(first, texts)}</bdi>}
            detail={
              rest.length === 0
                ? toSourceName(first.source, texts)
                : text('ui.members.more', { count: rest.length })
            }
          />
        ),
    },
    {
      id: 'status',
      header: text('ui.members.status'),
      width: 112,
      cell: ({ subscriptionItems: [first] }) =>
        first === undefined ? '—' : <StatusBadge status={first.status} texts={texts} />,
    },
    {
      id: 'lastLogin',
      header: text('ui.members.lastLogin'),
      width: 168,
      align: 'end',
      wideOnly: true,
      cell: ({ lastLoginAt }) => <bdi className="kn-truncate">{moment(lastLoginAt ?? '')}</bdi>,
    },
    {
      id: 'created',
      header: text('ui.members.created'),
      width: 168,
      align: 'end',
      cell: ({ createdDate }) => <bdi className="kn-truncate">{moment(createdDate)}</bdi>,
    },
  ]
}
