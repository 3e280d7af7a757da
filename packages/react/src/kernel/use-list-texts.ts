import { listTexts, wordTexts } from '@kinora/core'
import { useMemo } from 'react'
import type { ListTexts } from '../ui/list/list-model.ts'
import { useTexts } from './message.ts'

/** The words that every list has in common. */
export function useListTexts(): ListTexts {
  const { text } = useTexts(listTexts, wordTexts)
  return useMemo(
    () => ({
      loading: text('ui.loading'),
      failed: text('ui.failedToLoad'),
      retry: text('ui.retry'),
      noMatchTitle: text('ui.list.noMatchTitle'),
      noMatchText: text('ui.list.noMatchText'),
      clearSearch: text('ui.list.clearSearch'),
      clearFilters: text('ui.list.clearFilters'),
      addFilter: text('ui.list.addFilter'),
      filterIs: name => text('ui.list.filterIs', { name }),
      searchFilter: name => text('ui.list.searchFilter', { name: name.toLowerCase() }),
      removeFilter: name => text('ui.list.removeFilter', { name }),
      noOption: text('ui.noMatch'),
      selectAll: text('ui.list.selectAll'),
      selection: text('ui.list.selection'),
      selected: count => text('ui.list.selected', { count }),
      clearSelection: text('ui.list.clearSelection'),
      sort: text('ui.list.sort'),
      ascending: name => text('ui.list.ascending', { name }),
      descending: name => text('ui.list.descending', { name }),
      rowActions: text('ui.list.actions'),
      actionsFor: name => text('ui.actionsFor', { name }),
      selectNamed: name => text('ui.selectNamed', { name }),
      closeResult: text('ui.close'),
      moreResults: count => text('ui.list.moreResults', { count }),
      columns: {
        label: text('ui.list.columns'),
        reset: text('ui.list.columnsReset'),
        compact: text('ui.list.compact'),
        up: name => text('ui.list.columnUp', { name }),
        down: name => text('ui.list.columnDown', { name }),
        moved: move => text('ui.list.columnMoved', move),
        width: name => text('ui.list.columnWidth', { name }),
      },
      pages: {
        label: text('ui.pages.label'),
        pageSize: text('ui.pages.size'),
        all: text('ui.pages.all'),
        previous: text('ui.pages.previous'),
        next: text('ui.pages.next'),
        range: range => text('ui.pages.range', range),
      },
    }),
    [text],
  )
}
