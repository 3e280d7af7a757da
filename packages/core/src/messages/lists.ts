import type { Catalogue } from './catalogue.ts'

/** What every list says. */
export const listTexts = {
  'ui.list.noMatchTitle': 'No matches',
  'ui.list.noMatchText': 'Nothing matches these filters. Remove a filter or try a different search.',
  'ui.list.clearSearch': 'Clear search',
  'ui.list.clearFilters': 'Clear all filters',
  'ui.list.addFilter': 'Add filter',
  'ui.list.filterIs': '{{name}}:',
  'ui.list.searchFilter': 'Search {{name}}',
  'ui.list.removeFilter': 'Remove filter {{name}}',
  'ui.list.selectAll': 'Select all on this page',
  'ui.list.selection': 'Selection',
  'ui.list.selected': '{{count}} selected',
  'ui.list.selectMatching': { one: 'Select the 1 that matches', other: 'Select all {{count}} that match' },
  'ui.list.clearSelection': 'Clear selection',
  'ui.list.moreResults': 'Show {{count}} more',
  'ui.list.actions': 'Actions',
  'ui.list.sort': 'Sort by',
  'ui.list.ascending': '{{name}}, ascending',
  'ui.list.descending': '{{name}}, descending',
  'ui.list.columns': 'Columns',
  'ui.list.columnsReset': 'Reset columns',
  'ui.list.compact': 'Compact rows',
  'ui.list.columnUp': 'Move {{name}} up',
  'ui.list.columnDown': 'Move {{name}} down',
  'ui.list.columnMoved': '{{name}} moved to {{place}} of {{count}}',
  'ui.list.columnWidth': 'Width of {{name}}',
} as const satisfies Catalogue

/** C-50: what a download says, of any noun. */
export const downloadTexts = {
  'success.downloadingFile': 'downloading file',
  'success.downloadingReport': 'downloading report',
  'success.downloadComplete': 'Download complete',
} as const satisfies Catalogue
