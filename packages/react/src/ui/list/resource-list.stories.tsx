import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  type BulkResult,
  Button,
  Combobox,
  EmptyState,
  type ListModel,
  type ListState,
  NavTabs,
  ResourceList,
  useListSelection,
} from '../index.ts'
import { SampleActions, type SampleRow, sampleColumns, sampleRows } from '../table/story-rows.tsx'
import { storyFilters, useStoryList } from './story-list.tsx'

export default { title: 'Kit/Resource list' }

const rowId = (row: SampleRow) => row.id
const rowActions = { width: 84, render: (row: SampleRow) => <SampleActions row={row} /> }
const rowLabel = (row: SampleRow) => `Select ${row.name}`
const none: SampleRow[] = []
const undone: BulkResult = {
  title: '2 published, 2 not',
  failed: [
    { id: '4', name: 'Hip Mobility', href: '#4', reason: 'Required Description' },
    { id: '5', name: 'Boxing Basics', href: '#5', reason: 'The file ends in the middle of a frame.' },
  ],
  undo: <Button size="compact">Undo</Button>,
}

const views = (
  <NavTabs
    label="Views"
    line
    current="all"
    items={[
      { id: 'all', label: 'All', href: '#all' },
      { id: 'errors', label: 'Errors', href: '#errors', count: 2 },
    ]}
  />
)
const tenants = [{ value: 'pulse', label: 'Pulse House' }]

export interface SampleListProps {
  part?: Partial<ListModel<SampleRow>>
  asked?: Partial<ListState>
  /** What the last bulk act came to, from the start. */
  done?: BulkResult
}

/** The list of a made-up noun with everything that a list can have. */
export function SampleList({ part, asked, done }: SampleListProps) {
  const list = useStoryList(part, asked)
  const selection = useListSelection(list.rows, rowId)
  const [result, setResult] = useState<BulkResult | null>(done ?? null)
  const add = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />}>
      Add class
    </Button>
  )
  return (
    <ResourceList
      title="Classes"
      tabs={views}
      actions={add}
      selectors={
        <Combobox
          {...{ value: 'pulse', onChange: () => undefined, options: tenants, placeholder: 'Choose a tenant' }}
          {...{
            look: 'quiet',
            size: 'compact',
            prefix: 'Tenant',
            'aria-label': 'Tenant',
            searchLabel: 'Search tenants',
            emptyText: 'None',
          }}
        />
      }
      list={list}
      rowId={rowId}
      columns={sampleColumns}
      searchLabel="Search classes"
      filters={storyFilters}
      count={count => `${count} classes`}
      empty={<EmptyState title="No classes yet" text="Add the first one." actions={add} />}
      rowActions={rowActions}
      bulk={{
        selection,
        rowLabel,
        actions: (
          <Button
            size="compact"
            onClick={() => {
              setResult(undone)
              selection.clear()
            }}
          >
            Publish {selection.chosen.length}
          </Button>
        ),
      }}
      result={result}
      onResultClose={() => setResult(null)}
    />
  )
}

export const Loading = { render: () => <SampleList part={{ rows: none, total: 0, isLoading: true }} /> }
export const Empty = { render: () => <SampleList part={{ rows: none, total: 0 }} /> }
export const NoMatch = {
  render: () => <SampleList asked={{ query: 'no such class', filters: { kind: ['Yoga'], level: ['1'] } }} />,
}
/** Some rows are there, the next ones are on their way; a filter is set. */
export const SomeRows = {
  render: () => (
    <SampleList
      part={{ rows: sampleRows(4), total: 4, isLoading: true }}
      asked={{ filters: { kind: ['Yoga'] } }}
    />
  ),
}
export const Failing = {
  render: () => <SampleList part={{ rows: none, total: 0, error: 'Connection error' }} />,
}
/** The address names a filter that the server refuses. */
export const Refused = {
  render: () => (
    <SampleList
      part={{ rows: none, total: 0, error: 'Required Status' }}
      asked={{ filters: { kind: ['?'] } }}
    />
  ),
}
export const Full = { render: () => <SampleList /> }
export const AfterBulkAct = { render: () => <SampleList done={undone} /> }
export const Narrow = {
  render: () => (
    <div style={{ maxInlineSize: 340 }}>
      <SampleList done={undone} />
    </div>
  ),
}
export const RightToLeft = {
  render: () => (
    <div dir="rtl" lang="ar">
      <SampleList done={undone} />
    </div>
  ),
}
