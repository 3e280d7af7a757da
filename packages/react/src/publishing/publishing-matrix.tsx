import { type ChannelRecord, isClubOnly, matches } from '@kinora/core'
import { useCallback, useMemo, useState } from 'react'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Toolbar } from '../ui/frame/bars.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { type MatrixTick, TickMatrix } from '../ui/table/tick-matrix.tsx'
import type { PublishingCell, PublishingPlan } from './draft.ts'
import { usePublishingTexts } from './texts.ts'

interface PublishingMatrixProps {
  channels: readonly ChannelRecord[]
  tenants: readonly { tenantId: string; name: string }[]
  plan: PublishingPlan
  onTick: (cells: readonly PublishingCell[], isTicked: boolean) => void
  disabled: boolean
}

/** 28.3: channels down, tenants across, each side searched; ticked one by one, by row, by column or from one to another. */
export function PublishingMatrix({ channels, tenants, plan, onTick, disabled }: PublishingMatrixProps) {
  const { text } = usePublishingTexts()
  const [ofChannels, searchChannels] = useState('')
  const [ofTenants, searchTenants] = useState('')
  const rows = useMemo(
    () =>
      channels
        .filter(({ tag, displayName }) => matches(ofChannels, displayName, tag))
        .map(({ tag: id, displayName: name, Availability, active }) => ({
          id,
          name,
          note: isClubOnly(Availability) ? (
            <Badge>{text('ui.clubOnly')}</Badge>
          ) : active ? null : (
            <Badge>{text('ui.state.Inactive')}</Badge>
          ),
        })),
    [channels, ofChannels, text],
  )
  const columns = useMemo(
    () =>
      tenants
        .filter(({ tenantId, name }) => matches(ofTenants, name, tenantId))
        .map(({ tenantId: id, name }) => ({ id, name })),
    [tenants, ofTenants],
  )
  const words = useCellWords(channels, tenants)
  const tickOf = useCallback(
    (tag: string, tenantId: string): MatrixTick => {
      const cell = { tag, tenantId }
      const checked = plan.isWanted(cell)
      return { checked, changed: checked !== plan.isPublished(cell), fixed: !plan.canTick(cell) }
    },
    [plan],
  )
  return (
    <>
      <Toolbar count={text('ui.publishing.matrixFound', { channels: rows.length, tenants: columns.length })}>
        <SearchInput
          label={text('ui.search.channels')}
          clearLabel={text('ui.list.clearSearch')}
          value={ofChannels}
          onChange={searchChannels}
        />
        <SearchInput
          label={text('ui.tenant.search')}
          clearLabel={text('ui.list.clearSearch')}
          value={ofTenants}
          onChange={searchTenants}
        />
      </Toolbar>
      {rows.length === 0 || columns.length === 0 ? (
        <EmptyState title={text('ui.publishing.emptyTitle')} text={text('ui.publishing.emptyText')} />
      ) : (
        <>
          <p className="kn-page-text">{text('ui.publishing.matrixHelp')}</p>
          <TickMatrix
            label={text('ui.publishing.matrix')}
            corner={text('field.channelId')}
            rows={rows}
            columns={columns}
            tickOf={tickOf}
            onTick={(ticked, checked) =>
              onTick(
                ticked.rows.flatMap(tag => ticked.columns.map(tenantId => ({ tag, tenantId }))),
                checked,
              )
            }
            {...words}
            disabled={disabled}
          />
        </>
      )}
    </>
  )
}

/** What the boxes of the matrix are called. */
function useCellWords(
  channels: PublishingMatrixProps['channels'],
  tenants: PublishingMatrixProps['tenants'],
) {
  const { text } = usePublishingTexts()
  const channelNames = useMemo(() => toNames(channels, 'tag', 'displayName'), [channels])
  const tenantNames = useMemo(() => toNames(tenants, 'tenantId', 'name'), [tenants])
  return {
    rowLabel: (tag: string) => text('ui.publishing.toAll', { name: channelNames.get(tag) ?? tag }),
    columnLabel: (id: string) => text('ui.publishing.allTo', { name: tenantNames.get(id) ?? id }),
    cellLabel(tag: string, tenantId: string, { checked, changed, fixed }: MatrixTick) {
      const names = { channel: channelNames.get(tag) ?? tag, tenant: tenantNames.get(tenantId) ?? tenantId }
      if (fixed) return text('ui.publishing.cellFixed', names)
      if (!changed) return text('ui.publishing.cell', names)
      const change = text(checked ? 'ui.publishing.willPublish' : 'ui.publishing.willUnpublish')
      return text('ui.publishing.cellChanged', { ...names, change: change.toLowerCase() })
    },
  }
}

const toNames = <K extends string, N extends string>(
  rows: readonly Record<K | N, string>[],
  id: K,
  name: N,
): ReadonlyMap<string, string> => new Map(rows.map(row => [row[id], row[name]]))
