import {
  type ColumnDef,
  functionalUpdate,
  type ReactTable,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { useMediaQuery } from '../use-media-query.ts'
import {
  type ColumnState,
  type DataTableColumn,
  type DataTableSort,
  dataTableFeatures,
} from './data-table-columns.ts'

type Features = typeof dataTableFeatures

export interface DataTableOptions<Row> {
  /** Keep the array stable (module scope or `useMemo`); the first column is the row's identity: always shown, first and in sight. */
  columns: readonly DataTableColumn<Row>[]
  /** The caller sorts. */
  sort?: DataTableSort | null
  onSort?: (sort: DataTableSort) => void
  columnState?: ColumnState
  /** Given, columns can be hidden, moved and resized. */
  onColumnState?: (state: ColumnState) => void
}

/** TanStack Table's model of the columns, and what a person changed about them. */
export interface ColumnModel {
  table: ReactTable<Features, object>
  columnState: ColumnState
  onColumnState?: (state: ColumnState) => void
}

export interface DataTableModel<Row> extends ColumnModel {
  /** The columns that are shown, in their order. */
  shown: readonly DataTableColumn<Row>[]
}

const narrowest = 64
const widest = 800
const none: ColumnState = {}
/** Too wide for cards, which list every column, and too narrow for `wideOnly`. */
const laptop = '(700px <= width < 1400px)'
const noRows: object[] = []

export function useDataTable<Row>(options: DataTableOptions<Row>): DataTableModel<Row> {
  const { columns, sort, onSort, columnState = none, onColumnState } = options
  const { columnVisibility = {}, columnOrder = [], columnSizing = {} } = columnState
  const definitions = useMemo(() => columns.map(toDefinition), [columns])
  const isLaptop = useMediaQuery(laptop)
  const sorting = sort ? [{ id: sort.id, desc: sort.descending }] : []
  const change =
    <K extends keyof ColumnState>(key: K, before: NonNullable<ColumnState[K]>) =>
    (updater: Updater<NonNullable<ColumnState[K]>>) =>
      onColumnState?.({ ...columnState, [key]: functionalUpdate(updater, before) })
  const table = useTable<Features, object>({
    features: dataTableFeatures,
    columns: definitions,
    data: noRows,
    manualSorting: true,
    enableSortingRemoval: false,
    state: {
      sorting,
      columnVisibility: { ...hidden(columns, isLaptop), ...columnVisibility },
      columnOrder: [...columns.slice(0, 1).map(({ id }) => id), ...columnOrder],
      columnSizing,
    },
    onSortingChange(updater) {
      const [first] = functionalUpdate(updater, sorting)
      if (first !== undefined) onSort?.({ id: first.id, descending: first.desc })
    },
    onColumnVisibilityChange: change('columnVisibility', columnVisibility),
    onColumnOrderChange: change('columnOrder', columnOrder),
    onColumnSizingChange: change('columnSizing', columnSizing),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table reads what the list names; rows are drawn again when the array changes
  const shown = useMemo(() => {
    const byId = new Map(columns.map(column => [column.id, column]))
    return table.getVisibleLeafColumns().flatMap(column => byId.get(column.id) ?? [])
  }, [columns, columnState.columnVisibility, columnState.columnOrder, isLaptop])
  return { table, shown, columnState, onColumnState }
}

/** What is hidden unless the person says otherwise. */
const hidden = (columns: readonly DataTableColumn<never>[], isLaptop: boolean) =>
  Object.fromEntries(
    columns.flatMap(({ id, wideOnly, isOptional }) =>
      isOptional || (wideOnly && isLaptop) ? [[id, false]] : [],
    ),
  )

function toDefinition<Row>(column: DataTableColumn<Row>, index: number): ColumnDef<Features, object> {
  return {
    id: column.id,
    header: column.header,
    size: column.width,
    minSize: Math.min(column.width, narrowest),
    maxSize: widest,
    enableHiding: index > 0,
    enableSorting: column.sortable ?? false,
    sortDescFirst: false,
  }
}
