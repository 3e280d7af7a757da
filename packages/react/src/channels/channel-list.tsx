import { ALL_ROWS, type ChannelRecord, channels, PAGE_SIZE, providers, Role } from '@kinora/core'
import { useMemo } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import type { ListPageProps } from '../kernel/search-list.ts'
import { useRead } from '../kernel/use-read.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { AddLink } from '../ui/list/add-link.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { useListSelection } from '../ui/list/use-list-selection.ts'
import { Combobox } from '../ui/picker/combobox.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { ChannelBulkActions } from './channel-bulk-actions.tsx'
import { channelColumns } from './channel-columns.tsx'
import { useChannelTexts } from './texts.ts'

export type ChannelListProps = ListPageProps

const rules: ListRules = {
  filters: ['active', 'provider'],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}
const rowId = (row: ChannelRecord) => row.tag

/** The channels that a person may see (NAV-15, NAV-60, CHAN-03); administrators and customer support switch many on or off at once (API-76). */
export function ChannelList({ location, rowHref, addHref, tabs }: ChannelListProps) {
  const { text } = useChannelTexts()
  const { baseUrl } = useKinora()
  const { role } = useUser()
  const manages = role === Role.Admin || role === Role.Support
  const ofProviders = useRead(providers.list, {}, { enabled: manages })
  const list = useResourceList(channels.search, {
    location,
    rules,
    input: ({ query, filters: { active = [], provider = [] } }) => ({
      query: query || undefined,
      isActive: active.length === 1 ? active[0] === 'true' : undefined,
      providerId: provider.at(-1),
    }),
  })
  const columns = useMemo(() => channelColumns({ text, rowHref, baseUrl }), [text, rowHref, baseUrl])
  const rows = list.rows as readonly ChannelRecord[]
  const selection = useListSelection(rows, rowId, JSON.stringify(list.state))
  const add = manages ? <AddLink href={addHref}>{text('ui.channels.add')}</AddLink> : null
  const active = {
    id: 'active',
    name: text('field.active'),
    options: [
      { value: 'true', label: text('ui.channels.yes') },
      { value: 'false', label: text('ui.channels.no') },
    ],
  }
  const offered = ofProviders.data && [...ofProviders.data.data, ...ofProviders.data.tenantProviders]
  const selector = manages ? (
    <Combobox
      size="compact"
      aria-label={text('field.providerId')}
      prefix={text('field.providerId')}
      value={list.state.filters.provider?.at(-1) ?? ''}
      chosenLabel={list.state.filters.provider?.at(-1) ?? ''}
      loading={ofProviders.isPending}
      searchLabel={text('ui.channels.searchProviders')}
      emptyText={list.texts.noOption}
      options={[
        { value: '', label: text('ui.channels.allProviders') },
        ...(offered ?? []).map(({ tag, displayName }) => ({ value: tag, label: displayName })),
      ]}
      onChange={provider =>
        list.change({
          filters: { ...list.state.filters, provider: provider === '' ? undefined : [provider] },
        })
      }
    />
  ) : undefined
  return (
    <ResourceList
      title={text('ui.channels.title')}
      text={text('ui.channels.text')}
      tabs={tabs}
      actions={add}
      list={list}
      rowId={rowId}
      columns={columns}
      searchLabel={text('ui.channels.search')}
      selectors={selector}
      filters={[active]}
      count={count => text('ui.channels.count', { count })}
      bulk={
        manages
          ? {
              selection,
              rowLabel: row => row.displayName,
              actions: <ChannelBulkActions chosen={selection.chosen} onDone={selection.clear} />,
            }
          : undefined
      }
      empty={
        <EmptyState
          title={text('ui.channels.emptyTitle')}
          text={text(manages ? 'ui.channels.emptyText' : 'ui.channels.noneText')}
          actions={add}
        />
      }
    />
  )
}
