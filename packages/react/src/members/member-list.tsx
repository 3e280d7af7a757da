import { type Member, members } from '@kinora/core'
import { useMemo } from 'react'
import { ExportButton } from '../kernel/export-button.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import type { ListProps } from '../kernel/use-resource-list.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { ListFilter } from '../ui/list/list-filters.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { nameOf, OffBadge, StatusBadge, toSourceName, toStateName } from './member-words.tsx'
import { type MemberTexts, useMemberTexts } from './texts.ts'
import { type MemberFilters, useMemberList } from './use-member-list.ts'

export interface MemberListProps extends Omit<ListProps<Member, MemberFilters>, 'addHref'> {
  /** Given, an empty list leads to the imports. */
  importsHref?: string
}

const rowId = ({ userId }: Member) => userId
const rowName = ({ name, email }: Member) => name || email
const inPage = (id: string): string => `#${id}`

// NAV-25, USER-07 to USER-10
/** The members of the tenant's site, their subscriptions, and the export. */
export const MemberList = ofTenant<MemberListProps>(Members)

function Members({ tenantId, ...props }: MemberListProps & { tenantId: string }) {
  const { tabs, onOpen, rowHref = onOpen ? undefined : inPage, importsHref } = props
  const texts = useMemberTexts()
  const { text } = texts
  const dates = useDates()
  const list = useMemberList(props)
  const columns = useMemo(() => memberColumns(texts, dates, rowHref), [texts, dates, rowHref])
  const filters = useMemberFilters(tenantId, texts)
  return (
    <ResourceList
      part="member-list"
      host={props}
      title={text('ui.nav.userReport')}
      text={text('ui.members.text')}
      tabs={tabs}
      actions={<ExportButton loading={list.isExporting} onClick={() => void list.exportCsv()} />}
      list={list}
      rowId={rowId}
      rowName={rowName}
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
    />
  )
}

/** USER-08: whether members are on, and what their subscriptions are in this tenant. */
function useMemberFilters(tenantId: string, texts: MemberTexts): ListFilter[] {
  const { text } = texts
  const { data: choices } = useRead(members.metadata, { tenantId })
  return useMemo(() => {
    const toOptions = (values: readonly string[] | undefined, toLabel = (value: string) => value) =>
      values?.map(value => ({ value, label: toLabel(value) }))
    return [
      {
        id: 'state',
        name: text('ui.members.member'),
        options: [
          { value: 'on', label: text('ui.members.on') },
          { value: 'off', label: text('ui.members.off') },
        ],
      },
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
}

/** Who, what of, in which state, from where, and since when (USER-07). */
function memberColumns(
  texts: MemberTexts,
  { moment }: Pick<Dates, 'moment'>,
  rowHref: MemberListProps['rowHref'],
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
          href={rowHref?.(member.userId)}
          name={<bdi>{member.name}</bdi>}
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
      width: 128,
      // Whoever is off is off, whatever they have.
      cell: ({ isActive, subscriptionItems: [first] }) =>
        !isActive ? (
          <OffBadge isActive={false} texts={texts} />
        ) : first === undefined ? (
          '—'
        ) : (
          <StatusBadge status={first.status} texts={texts} />
        ),
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
