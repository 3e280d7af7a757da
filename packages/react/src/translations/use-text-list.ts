import { ALL_ROWS, PAGE_SIZE, translations } from '@kinora/core'
import { useMemo } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { useColumnState, useListState } from '../kernel/use-list-state.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useRead } from '../kernel/use-read.ts'
import type { ListModel } from '../ui/list/list-model.ts'
import { findTextRows, type TextRow, toTextRows } from './text-rows.ts'
import { useTranslationTexts } from './texts.ts'

const rules: ListRules = {
  filters: ['replaced'],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

export interface TextListModel extends ListModel<TextRow> {
  /** Every text, found or not. */
  everything: readonly TextRow[]
  onlyReplaced: boolean
}

/** The catalogue with what replaces it, searched and paged on the page itself: it has all of it. */
export function useTextList(location: LocationAdapter | undefined): TextListModel {
  const { error } = useTranslationTexts()
  const [state, change] = useListState(rules, { location })
  const [columnState, onColumnState] = useColumnState(translations.list.id)
  const read = useRead(translations.list, {})
  const everything = useMemo(() => (read.data === undefined ? [] : toTextRows(read.data.data)), [read.data])
  const onlyReplaced = (state.filters.replaced?.length ?? 0) > 0
  const found = useMemo(
    () => findTextRows(everything, state.query, onlyReplaced),
    [everything, state.query, onlyReplaced],
  )
  const { page, take } = state
  const rows = useMemo(
    () => (take === rules.all ? found : found.slice(page * take, (page + 1) * take)),
    [found, page, take],
  )
  return {
    state,
    change,
    rows,
    total: found.length,
    everything,
    onlyReplaced,
    loading: read.isPending,
    error: read.error ? error(read.error) : undefined,
    retry: () => void read.refetch(),
    all: rules.all,
    columnState,
    onColumnState,
    texts: useListTexts(),
  }
}
