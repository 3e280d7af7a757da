import type { Catalogue } from './catalogue.ts'

/** What every list says. */
export const listTexts = {
  'ui.list.noMatchTitle': 'Nothing matches',
  'ui.list.noMatchText': 'No entry fits all of these filters. Remove one, or search for something else.',
  'ui.list.clearSearch': 'Clear the search',
  'ui.list.clearFilters': 'Clear all filters',
  'ui.list.addFilter': 'Add filter',
  'ui.list.filterIs': '{{name}} is',
  'ui.list.searchFilter': 'Search {{name}}',
  'ui.list.removeFilter': 'Remove the filter {{name}}',
  'ui.list.selectAll': 'Select all on this page',
  'ui.list.selection': 'Selection',
  'ui.list.selected': '{{count}} selected',
  'ui.list.clearSelection': 'Clear the selection',
  'ui.list.actions': 'Actions',
  'ui.list.columns': 'Columns',
  'ui.list.columnsReset': 'Reset columns',
  'ui.list.columnUp': 'Move {{name}} up',
  'ui.list.columnDown': 'Move {{name}} down',
  'ui.list.columnMoved': '{{name}} moved to {{place}} of {{count}}',
  'ui.list.columnWidth': 'Width of {{name}}',
} as const satisfies Catalogue
