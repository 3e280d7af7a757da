import {
  type Member,
  type MemberFilter,
  type MemberStatus,
  type MemberSubscription,
  memberStatuses,
  members,
  sourceTexts,
  toCalendarDay,
} from '@kinora/core'
import { Download } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { DeleteRow } from '../kernel/delete-row.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import type { ListPageProps } from '../kernel/use-resource-list.ts'
import { pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { type Fact, FactList } from '../titles/fact-list.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { ListState } from '../ui/list/list-model.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { SidePanel } from '../ui/overlay/dialog.tsx'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { type MemberTexts, useMemberTexts } from './texts.ts'

export interface MemberListProps extends Pick<ListPageProps, 'location' | 'tabs'> {
  /** Given, an empty list leads to the imports. */
  importsHref?: string
}

const rules: ListRules<'status' | 'external' | 'source'> = {
  ...pagesOnly,
  filters: ['status', 'external', 'source'],
}

const toFilter = ({ query, filters }: ListState): MemberFilter => ({
  subscriptionStatus: filters.status,
  externalSubscriptionStatus: filters.external,
  externalSubscriptionSource: filters.source,
  searchTerm: query || undefined,
})

const rowId = ({ userId }: Member) => userId

/** NAV-25, USER-07 to USER-10: the members of the tenant's site, their subscriptions, and the export. */
export const MemberList = ofTenant<MemberListProps>(Members)

function Members({ location, tabs, importsHref, tenantId }: MemberListProps & { tenantId: string }) {
  const texts = useMemberTexts()
  const { text } = texts
  const dates = useDates()
  const [open, setOpen] = useState<Member>()
  const list = useResourceList(members.list, {
    location,
    rules,
    input: state => ({ tenantId, ...toFilter(state) }),
  })
  const { data: choices } = useRead(members.metadata, { tenantId })
  const download = useWrite(members.export, {
    invalidates: [],
    timeout: 0,
    success: text('ui.members.exported'),
    onSuccess: file => saveFile(file, 'User_Report_Export.csv'),
  })
  const columns = useMemo(() => memberColumns(texts, dates, setOpen), [texts, dates])
  const filters = useMemo(() => {
    const toOptions = (values: readonly string[] | undefined, toLabel = (value: string) => value) =>
      values?.map(value => ({ value, label: toLabel(value) }))
    return [
      {
        id: 'status',
        name: text('ui.members.subscriptionStatus'),
        options: toOptions(choices?.subscriptionStatus, status => toStateName(status, texts)),
      },
      {
        id: 'external',
        name: text('ui.members.externalStatus'),
        options: toOptions(choices?.externalSubscriptionStatus),
      },
      {
        id: 'source',
        name: text('ui.members.source'),
        options: toOptions(choices?.externalSubscriptionSource, source => toSourceName(source, texts)),
      },
    ]
  }, [choices, texts, text])
  return (
    <ResourceList
      title={text('ui.nav.userReport')}
      text={text('ui.members.text')}
      tabs={tabs}
      actions={
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.pending}
          onClick={() => void download.send({ tenantId, ...toFilter(list.state) })}
        >
          {text('ui.export')}
        </Button>
      }
      list={list}
      rowId={rowId}
      columns={columns}
      searchLabel={text('ui.members.search')}
      filters={filters}
      count={count => text('ui.members.count', { count })}
      empty={
        <EmptyState
          title={text('ui.members.emptyTitle')}
          text={text('ui.members.emptyText')}
          actions={importsHref && <ButtonLink href={importsHref}>{text('ui.nav.userManagement')}</ButtonLink>}
        />
      }
    >
      <MemberPanel member={open} tenantId={tenantId} onClose={() => setOpen(undefined)} />
    </ResourceList>
  )
}

const tones: Record<MemberStatus, BadgeTone> = {
  active: 'positive',
  trial: 'info',
  cancelled: 'negative',
  expired: 'neutral',
}
const isKnown = (status: string): status is MemberStatus =>
  (memberStatuses as readonly string[]).includes(status)

/** The state of a subscription, in the platform's words where it has some and in the source's otherwise. */
function StatusBadge({ status, texts: { text } }: { status: string; texts: MemberTexts }) {
  if (!isKnown(status)) return <Badge>{status}</Badge>
  return <Badge tone={tones[status]}>{text(`ui.members.state.${status}`)}</Badge>
}

/** A state of a subscription, as its badge says it. */
const toStateName = (status: string, { text }: MemberTexts): string =>
  isKnown(status) ? text(`ui.members.state.${status}`) : status

const isNamed = (key: string): key is keyof typeof sourceTexts => key in sourceTexts

/** Where a subscription comes from, as settings name it (C-36). */
function toSourceName(source: string, { text }: MemberTexts): string {
  const key = `source.${source}`
  return isNamed(key) ? text(key) : source
}

/** What a subscription is called. */
const nameOf = ({ title, productId }: MemberSubscription, { text }: MemberTexts): string =>
  title || productId || text('ui.members.untitled')

/** Who, what of, in which state, from where, and since when (USER-07). */
function memberColumns(
  texts: MemberTexts,
  { moment }: Pick<Dates, 'moment'>,
  onOpen: (member: Member) => void,
): DataTableColumn<Member>[] {
  const { text } = texts
  return [
    {
      id: 'name',
      header: text('field.name'),
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
      header: text('field.status'),
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
      header: text('field.creationDate'),
      width: 168,
      align: 'end',
      cell: ({ createdDate }) => <bdi className="kn-truncate">{moment(createdDate)}</bdi>,
    },
  ]
}

interface MemberPanelProps {
  member: Member | undefined
  tenantId: string
  onClose: () => void
}

/** One member with its subscriptions, and the way to erase it (API-147). */
function MemberPanel({ member, tenantId, onClose }: MemberPanelProps) {
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
    { label: text('field.email'), value: member.email },
    { label: text('field.externalUserId'), value: member.externalUserId },
    { label: text('field.userId'), value: userId },
    { label: text('field.creationDate'), value: moment(member.createdDate) },
    { label: text('ui.members.lastLogin'), value: moment(member.lastLoginAt ?? '') },
    { label: text('ui.members.lastAccess'), value: moment(member.lastAccessedAt ?? '') },
  ]
  return (
    <div className="kn-members-panel">
      <FactList facts={facts} />
      <h3>{text('ui.nav.subscriptions')}</h3>
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
    [text('ui.price'), item.price],
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
