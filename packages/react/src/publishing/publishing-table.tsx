import { matches } from '@kinora/core'
import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Toolbar } from '../ui/frame/bars.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { usePublishingTexts } from './texts.ts'

/** A channel or a tenant that can be ticked. */
export interface PublishingRow {
  id: string
  name: string
  /** Whether it is published now. */
  isPublished: boolean
  /** Whether it is ticked. */
  isWanted: boolean
  canTick: boolean
  /** Club only: it can be unpublished but not published (C-102, C-129). */
  isClubOnly: boolean
  /** A channel that is switched off: its titles are on no site. */
  isInactive: boolean
}

interface PublishingTableProps {
  /** The name of the table. */
  label: string
  searchLabel: string
  rows: readonly PublishingRow[]
  onTick: (ids: readonly string[], isTicked: boolean) => void
  disabled: boolean
}

/** What is published and what will be: searched, ticked one by one or all that are found. */
export function PublishingTable({ label, searchLabel, rows, onTick, disabled }: PublishingTableProps) {
  const { text } = usePublishingTexts()
  const [query, setQuery] = useState('')
  const found = useMemo(() => rows.filter(({ name, id }) => matches(query, name, id)), [rows, query])
  const tickAll = (isTicked: boolean) =>
    onTick(
      found.map(({ id }) => id),
      isTicked,
    )
  return (
    <>
      <Toolbar
        end={
          <>
            <Button size="compact" disabled={disabled} onClick={() => tickAll(true)}>
              {text('ui.publishing.all')}
            </Button>
            <Button size="compact" disabled={disabled} onClick={() => tickAll(false)}>
              {text('ui.publishing.none')}
            </Button>
          </>
        }
      >
        <SearchInput
          label={searchLabel}
          clearLabel={text('ui.list.clearSearch')}
          value={query}
          onChange={setQuery}
        />
      </Toolbar>
      <PlainTable
        label={label}
        rows={found}
        rowId={({ id }) => id}
        empty={<EmptyState title={text('ui.publishing.emptyTitle')} text={text('ui.publishing.emptyText')} />}
        columns={[
          {
            id: 'name',
            header: text('field.name'),
            wide: true,
            cell: row => (
              <>
                <bdi>{row.name}</bdi> {row.isClubOnly ? <Badge>{text('ui.clubOnly')}</Badge> : null}
                {row.isInactive ? <Badge>{text('ui.state.Inactive')}</Badge> : null}
              </>
            ),
          },
          {
            id: 'now',
            header: text('ui.now'),
            cell: row => text(row.isPublished ? 'ui.publishing.published' : 'ui.publishing.unpublished'),
          },
          {
            id: 'will',
            header: text('ui.publishing.will'),
            cell: row => (
              <Checkbox
                label={text('ui.publish')}
                aria-label={text('ui.publishing.publishOf', { name: row.name })}
                checked={row.isWanted}
                disabled={disabled || !row.canTick}
                onChange={event => onTick([row.id], event.target.checked)}
              />
            ),
          },
          {
            id: 'effect',
            header: text('ui.publishing.effect'),
            cell: row => <Change was={row.isPublished} will={row.isWanted} />,
          },
        ]}
      />
    </>
  )
}

function Change({ was, will }: { was: boolean; will: boolean }) {
  const { text } = usePublishingTexts()
  if (was === will) return text('ui.publishing.same')
  return (
    <Badge tone={will ? 'positive' : 'negative'}>
      {text(will ? 'ui.publishing.willPublish' : 'ui.publishing.willUnpublish')}
    </Badge>
  )
}
