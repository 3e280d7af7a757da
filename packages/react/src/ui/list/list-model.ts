import type { PartState } from '../part.ts'
import type { ColumnsMenuTexts } from '../table/columns-menu.tsx'
import type { ColumnState, DataTableSort } from '../table/data-table-columns.ts'
import type { PaginationProps } from '../table/pagination.tsx'
import type { TableRows } from '../table/table-rows.ts'

/** What a person asked of a list; it is kept in the URL. */
export interface ListState<
  Filter extends string = string,
  Sort extends DataTableSort | null = DataTableSort | null,
> {
  query: string
  filters: Readonly<Partial<Record<Filter, string[]>>>
  sort: Sort
  /** From 0. */
  page: number
  take: number
  /** How the rows are shown, where a list has several ways; its first one unless it says so. */
  mode?: string | undefined
  /** Ids of the columns in their order; those that the person has chosen in this browser unless it says so. */
  columns?: readonly string[] | undefined
}

/** A list: what is asked of it, what it found, and the stored columns. */
export interface ListModel<Row, State extends ListState = ListState> {
  /** Where it is: `loading` while what is asked for has not come. */
  state: PartState
  /** Search, filters, sorting and page. */
  asked: State
  /** Anything but a page leads to the first page. */
  change(next: Partial<State>): void
  rows: TableRows<Row>
  total: number
  /** What is asked for has not come; until then the rows are those that were asked for before. */
  isLoading: boolean
  /** Words for what went wrong. */
  error: string | undefined
  retry(): void
  /** The `take` that means everything. */
  all: number
  /** Ids of the filters that the list always has: nobody can take them off, and they aren't offered. */
  fixed?: readonly string[]
  columnState: ColumnState
  onColumnState(state: ColumnState): void
  texts: ListTexts
}

/** The words of a list that no noun changes. */
export interface ListTexts {
  loading: string
  failed: string
  retry: string
  noMatchTitle: string
  noMatchText: string
  clearSearch: string
  clearFilters: string
  addFilter: string
  filterIs: (name: string) => string
  searchFilter: (name: string) => string
  removeFilter: (name: string) => string
  noOption: string
  selectAll: string
  selection: string
  selected: (count: number) => string
  clearSelection: string
  /** Where no header sorts: "Sort by", and each of its choices. */
  sort: string
  ascending: (name: string) => string
  descending: (name: string) => string
  rowActions: string
  /** Of the menu of one row: "Actions for Morning Flow"; its name unless given. */
  actionsFor?: (name: string) => string
  /** Of the box of one row: "Select Morning Flow"; its name unless given. */
  selectNamed?: (name: string) => string
  closeResult: string
  moreResults: (count: number) => string
  columns: ColumnsMenuTexts
  pages: PaginationProps['texts']
}

/** A list with its `state`, made of all else that it has. */
export function withState<L extends ListModel<unknown>>(list: Omit<L, 'state'>): L {
  const { error, isLoading, rows } = list as Pick<L, 'error' | 'isLoading' | 'rows'>
  const found = rows.length === 0 ? 'empty' : 'ready'
  const state: PartState = error !== undefined ? 'failed' : isLoading ? 'loading' : found
  return { ...list, state } as L
}

/** Whether a person narrowed the list; what it always has doesn't count. */
export const isFiltered = ({
  asked: { query, filters },
  fixed = [],
}: Pick<ListModel<unknown>, 'asked' | 'fixed'>): boolean =>
  query !== '' ||
  Object.entries(filters).some(
    ([id, values]) => !fixed.includes(id) && values !== undefined && values.length > 0,
  )
