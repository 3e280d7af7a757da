import { ALL_ROWS, type Member, type MemberFilter, members, PAGE_SIZE } from '@kinora/core'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import type { ListRules } from '../kernel/list-state.ts'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { type ListPageProps, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { ListState } from '../ui/list/list-model.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { memberColumns, toSourceName, toStateName } from './member-columns.tsx'
import { MemberPanel } from './member-panel.tsx'
import { useMemberTexts } from './texts.ts'

export interface MemberListProps extends Pick<ListPageProps, 'location' | 'tabs'> {
  /** Given, an empty list leads to the imports. */
  importsHref?: string
}

const rules: ListRules<'status' | 'external' | 'source'> = {
  filters: ['status', 'external', 'source'],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

const toFilter = ({ query, filters }: ListState): MemberFilter => ({
  subscriptionStatus: filters.status,
  externalSubscriptionStatus: filters.external,
  externalSubscriptionSource: filters.source,
  searchTerm: query || undefined,
})

const rowId = ({ userId }: Member) => userId

/** NAV-25, USER-07 to USER-10: the members of the tenant's site, their subscriptions, and the export. */
export function MemberList(props: MemberListProps) {
  return (
    <TenantGate>{({ tenantId }) => <Members key={tenantId} {...props} tenantId={tenantId} />}</TenantGate>
  )
}

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
      title={text('ui.members.title')}
      text={text('ui.members.text')}
      tabs={tabs}
      actions={
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.pending}
          onClick={() => void download.send({ tenantId, ...toFilter(list.state) })}
        >
          {text('ui.members.export')}
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
          actions={importsHref && <ButtonLink href={importsHref}>{text('ui.members.toImports')}</ButtonLink>}
        />
      }
    >
      <MemberPanel member={open} tenantId={tenantId} onClose={() => setOpen(undefined)} />
    </ResourceList>
  )
}
