import { matches } from '@kinora/core/fold'
import { useMemo, useState } from 'react'
import type { ListFilter, ListModel, ListState, ListTexts } from '../index.ts'
import { columnsMenu, type SampleRow, sampleRows } from '../table/story-rows.tsx'
import { withState } from './list-model.ts'

/** A list in memory for stories and tests. */

export const storyTexts: ListTexts = {
  loading: 'Loading',
  failed: 'This could not be loaded',
  retry: 'Try again',
  noMatchTitle: 'No matches',
  noMatchText: 'No entry fits all of these filters.',
  clearSearch: 'Clear the search',
  clearFilters: 'Clear all filters',
  addFilter: 'Add filter',
  filterIs: name => `${name} is`,
  searchFilter: name => `Search ${name}`,
  removeFilter: name => `Remove filter ${name}`,
  noOption: 'Nothing matches',
  selectAll: 'Select all on this page',
  selection: 'Selection',
  selected: count => `${count} selected`,
  clearSelection: 'Clear selection',
  sort: 'Sort by',
  ascending: name => `${name}, ascending`,
  descending: name => `${name}, descending`,
  rowActions: 'Actions',
  actionsFor: name => `Actions for ${name}`,
  selectNamed: name => `Select ${name}`,
  moreResults: count => `Show ${count} more`,
  closeResult: 'Close',
  columns: columnsMenu,
  pages: {
    label: 'Pages',
    pageSize: 'Rows per page',
    all: 'All',
    previous: 'Previous',
    next: 'Next',
    range: ({ from, to, total }) => `${from}–${to} of ${total}`,
  },
}

const kinds = ['Yoga', 'Cycling', 'Pilates', 'Mobility', 'Boxing', 'Running']
export const storyFilters: ListFilter[] = [
  { id: 'kind', name: 'Category', options: kinds.map(label => ({ value: label, label })) },
  { id: 'level', name: 'Intensity', options: [{ value: '1', label: 'Light' }] },
]

const everything = sampleRows(120)
const start: ListState = {
  query: '',
  filters: {},
  sort: { id: 'name', descending: false },
  page: 0,
  take: 50,
}

export function useStoryList(
  part: Partial<ListModel<SampleRow>> = {},
  asked: Partial<ListState> = {},
): ListModel<SampleRow> {
  const [state, setState] = useState<ListState>({ ...start, ...asked })
  const [columnState, onColumnState] = useState({})
  const found = useMemo(() => matching(part.rows === undefined ? everything : [], state), [part.rows, state])
  const from = Math.max(0, state.page * state.take)
  const rows = useMemo(() => found.slice(from, from + state.take), [found, from, state.take])
  return withState<ListModel<SampleRow>>({
    asked: state,
    change: (next: Partial<ListState>) => setState(before => ({ ...before, page: 0, ...next })),
    rows,
    total: found.length,
    isLoading: false,
    error: undefined,
    retry: () => undefined,
    all: 1000,
    columnState,
    onColumnState,
    texts: storyTexts,
    ...part,
  })
}

const matching = (rows: readonly SampleRow[], { query, filters }: ListState) =>
  rows
    .filter(row => matches(query, row.name))
    .filter(row => !filters.kind?.length || filters.kind.includes(row.kind))
    .filter(row => !filters.level?.length || filters.level.includes(String(row.level)))
