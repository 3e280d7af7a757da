import { availabilityFlags, type ChannelRecord, channels, isClubOnly, providers, Role } from '@kinora/core'
import { Radio } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import { useUser } from '../kernel/provider.tsx'
import { type RowColumn, RowList, StoredPicture } from '../kernel/row-list.tsx'
import { useRead } from '../kernel/use-read.ts'
import { type ListProps, pagesOnly, toSearch, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { PublishingReview } from '../publishing/publishing-review.tsx'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { useListSelection } from '../ui/table/use-selection.ts'
import { type ChannelWords, useChannelTexts } from './texts.ts'

export type ChannelListProps = ListProps<ChannelRecord, { active: 'true' | 'false'; provider: string }>

const rules: ListRules = {
  ...pagesOnly,
  filters: ['active', 'provider'],
  single: ['provider'],
  values: { active: ['true', 'false'] },
}
const rowId = (row: ChannelRecord) => row.tag
const rowName = (row: ChannelRecord) => row.displayName || row.name

// NAV-15, NAV-60, CHAN-03, API-76
/** The channels that a person may see; administrators and customer support switch many on or off at once. */
export function ChannelList(props: ChannelListProps) {
  const { text } = useChannelTexts()
  const { role } = useUser()
  const manages = role === Role.Admin || role === Role.Support
  const ofProviders = useRead(providers.list, {}, { enabled: manages })
  const list = useResourceList(channels.search, {
    ...props,
    rules,
    input: state => ({ ...toSearch(state), providerId: state.filters.provider?.at(-1) }),
  })
  const columns = useMemo(() => channelColumns(text), [text])
  const selection = useListSelection(list.rows, rowId, JSON.stringify(list.asked))
  const active = {
    id: 'active',
    name: text('field.active'),
    options: [
      { value: 'true', label: text('ui.yes') },
      { value: 'false', label: text('ui.no') },
    ],
  }
  const offered = ofProviders.data && [...ofProviders.data.data, ...ofProviders.data.tenantProviders]
  const selector =
    manages && !list.fixed?.includes('provider') ? (
      <Combobox
        size="compact"
        aria-label={text('field.providerId')}
        prefix={text('field.providerId')}
        value={list.asked.filters.provider?.at(-1) ?? ''}
        chosenLabel={list.asked.filters.provider?.at(-1) ?? ''}
        loading={ofProviders.isPending}
        searchLabel={text('ui.search.providers')}
        emptyText={list.texts.noOption}
        options={[
          { value: '', label: text('ui.all.providers') },
          ...(offered ?? []).map(({ tag, displayName }) => ({ value: tag, label: displayName })),
        ]}
        onChange={provider =>
          list.change({
            filters: { ...list.asked.filters, provider: provider === '' ? undefined : [provider] },
          })
        }
      />
    ) : undefined
  return (
    <RowList
      noun="channels"
      words={text}
      part="channel-list"
      host={props}
      addHref={manages ? props.addHref : undefined}
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      searchLabel={text('ui.search.channels')}
      selectors={selector}
      filters={[active]}
      bulk={
        manages
          ? {
              selection,
              rowLabel: row => row.displayName,
              actions: <ChannelBulkActions chosen={selection.chosen} onDone={selection.clear} />,
            }
          : undefined
      }
      emptyText={manages ? undefined : text('ui.noneVisible')}
    />
  )
}

/** CHAN-03: with the name of the provider and a Yes/No status. */
function channelColumns(text: ChannelWords['text']): RowColumn<ChannelRecord>[] {
  return [
    {
      id: 'name',
      width: 260,
      grow: 2,
      cell: row => (
        <TitleCell
          name={row.displayName || row.name}
          detail={row.tag}
          media={
            <StoredPicture
              link={row.profileImageUrl}
              fallback={<Radio size={16} aria-hidden="true" />}
              width={40}
              style={{ aspectRatio: '1' }}
            />
          }
        />
      ),
    },
    {
      id: 'provider',
      header: text('field.providerId'),
      width: 180,
      grow: 1,
      cell: row => <bdi>{row.providerName}</bdi>,
    },
    {
      id: 'availability',
      header: text('field.Availability'),
      width: 220,
      grow: 1,
      cell: row => <AvailabilityBadges row={row} text={text} />,
    },
    {
      id: 'status',
      header: text('field.active'),
      width: 96,
      cell: ({ active }) => (
        <Badge tone={active ? 'positive' : 'negative'}>{text(active ? 'ui.yes' : 'ui.no')}</Badge>
      ),
    },
    {
      id: 'tenants',
      header: text('ui.nav.tenants'),
      width: 96,
      align: 'end',
      cell: row => row.tenants.length,
    },
  ]
}

function AvailabilityBadges({ row, text }: { row: ChannelRecord; text: ChannelWords['text'] }) {
  if (isClubOnly(row.Availability)) return <Badge tone="warning">{text('ui.clubOnly')}</Badge>
  const places = availabilityFlags.filter(place => row.Availability[place])
  return places.map(place => text(`ui.channels.${place}`)).join(', ')
}

interface ChannelBulkActionsProps {
  chosen: readonly ChannelRecord[]
  onDone: () => void
}

/** API-76: switches the chosen channels on or off, all or none; what leaves sites is said before (C-103). */
function ChannelBulkActions({ chosen, onDone }: ChannelBulkActionsProps) {
  const { text, error } = useChannelTexts()
  const [asks, setAsks] = useState(false)
  const save = useWrite(channels.updateMany, {
    invalidates: ['channels', 'titles', 'favourites', 'metadata'],
    success: ({ data }) => text('ui.channels.savedMany', { count: data.length }),
  })
  const off = chosen.filter(({ active }) => !active)
  const on = chosen.filter(({ active }) => active)
  const set = async (rows: readonly ChannelRecord[], active: boolean) => {
    const sent = rows.map(({ tag, version }) => ({ tag, version, active }))
    const { kind } = await save.send({ channels: sent })
    if (kind !== 'done') return
    setAsks(false)
    onDone()
  }
  return (
    <>
      {off.length > 0 ? (
        <Button size="compact" loading={save.isPending} onClick={() => void set(off, true)}>
          {text('ui.channels.activate', { count: off.length })}
        </Button>
      ) : null}
      {on.length > 0 ? (
        <Button size="compact" onClick={() => setAsks(true)}>
          {text('ui.channels.deactivate', { count: on.length })}
        </Button>
      ) : null}
      {asks ? (
        <PublishingReview
          changes={[{ tenantId: null, publish: [], unpublish: on.map(({ tag }) => tag) }]}
          title={text('ui.channels.deactivateTitle', { count: on.length })}
          text={text('ui.channels.deactivateText')}
          confirmLabel={text('ui.channels.deactivate', { count: on.length })}
          busy={save.isPending}
          error={save.error === null ? undefined : error(save.error)}
          onConfirm={() => void set(on, false)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  )
}
