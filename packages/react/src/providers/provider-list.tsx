import { type ProviderRecord, providers, Role } from '@kinora/core'
import { useCallback, useMemo } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import { useUser } from '../kernel/provider.tsx'
import { type RowColumn, RowList } from '../kernel/row-list.tsx'
import { type ListProps, pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { useProviderTexts } from './texts.ts'

const rules: ListRules = {
  ...pagesOnly,
  filters: ['kind'],
  values: { kind: ['tenants', 'deleted'] },
}
const rowName = (row: ProviderRecord) => row.displayName
const columns: readonly RowColumn<ProviderRecord>[] = [
  {
    id: 'name',
    width: 220,
    grow: 2,
    cell: row => <TitleCell name={row.displayName} detail={row.tag} />,
  },
  { id: 'email', width: 220, grow: 2, cell: row => <bdi>{row.email}</bdi> },
  { id: 'contact', width: 160, grow: 1, cell: row => <bdi>{row.contact}</bdi> },
  {
    id: 'phone',
    headerKey: 'field.phoneNumber',
    width: 160,
    cell: row => <bdi dir="ltr">{row.phoneNumber}</bdi>,
  },
]

export type ProviderListProps = ListProps<ProviderRecord, { kind: 'tenants' | 'deleted' }>

// PROV-09, NAV-14, C-98, C-101
/** The providers, those of tenants apart; deleted ones can be restored. A provider sees itself. */
export function ProviderList(props: ProviderListProps) {
  const { text } = useProviderTexts()
  const manages = useUser().role !== Role.Provider
  const list = useResourceList(providers.list, {
    ...props,
    rules,
    input: ({ query, filters: { kind = [] } }) => ({
      query: query || undefined,
      isTenantProvider: kind.includes('tenants') || undefined,
      isDeleted: kind.includes('deleted') || undefined,
    }),
  })
  const { rowHref } = props
  const hrefOf = useCallback(
    (row: ProviderRecord) => (row.restorableUntil === null ? rowHref?.(row.tag) : undefined),
    [rowHref],
  )
  const rowActions = useRestore()
  const kinds = {
    id: 'kind',
    name: text('ui.kind'),
    options: [
      { value: 'tenants', label: text('ui.providers.ofTenants') },
      { value: 'deleted', label: text('ui.deleted') },
    ],
  }
  return (
    <RowList
      noun="providers"
      words={text}
      part="provider-list"
      host={props}
      text={text(manages ? 'ui.providers.text' : 'ui.providers.ownText')}
      addHref={manages ? props.addHref : undefined}
      list={list}
      idKey="tag"
      rowName={rowName}
      hrefOf={hrefOf}
      columns={columns}
      searchLabel={text('ui.search.providers')}
      filters={manages ? [kinds] : []}
      rowActions={manages ? rowActions : undefined}
    />
  )
}

function useRestore() {
  const { text } = useProviderTexts()
  const { send } = useWrite(providers.restore, { parallel: true, success: text('provider.restored') })
  return useMemo(
    () => ({
      width: 104,
      render: (row: ProviderRecord) =>
        row.restorableUntil === null ? null : (
          <Button
            size="compact"
            aria-label={text('ui.restoreNamed', { name: row.displayName })}
            onClick={() => void send({ tag: row.tag })}
          >
            {text('ui.restore')}
          </Button>
        ),
    }),
    [text, send],
  )
}
