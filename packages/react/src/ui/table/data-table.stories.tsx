import { useState } from 'react'
import {
  Button,
  type ColumnState,
  ColumnsMenu,
  DataTable,
  type DataTableProps,
  type DataTableSort,
  EmptyState,
  ErrorState,
  type PageSize,
  Pagination,
  SelectionBar,
  Toolbar,
  useDataTable,
} from '../index.ts'
import { columnsMenu, SampleActions, type SampleRow, sampleColumns, sampleRows } from './story-rows.tsx'

export default { title: 'Kit/Data table' }

const rows = sampleRows(1000)
const none: SampleRow[] = []

function SampleTable(props: Partial<DataTableProps<SampleRow>>) {
  const [columnState, onColumnState] = useState<ColumnState>({})
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2', '3']))
  const [sort, setSort] = useState<DataTableSort>({ id: 'name', descending: false })
  const model = useDataTable({ columns: sampleColumns, sort, onSort: setSort, columnState, onColumnState })
  return (
    <>
      <Toolbar end={<ColumnsMenu model={model} texts={columnsMenu} />}>{null}</Toolbar>
      <DataTable
        model={model}
        label="Titles"
        rows={rows}
        rowId={row => row.id}
        selection={{
          selected,
          onChange: setSelected,
          allLabel: 'Select all',
          rowLabel: row => `Select ${row.name}`,
        }}
        rowActions={{ label: 'Actions', width: 84, render: row => <SampleActions row={row} /> }}
        loadingText="Loading titles"
        empty={<EmptyState title="No match for these filters" actions={<Button>Clear filters</Button>} />}
        maxHeight="560px"
        {...props}
      />
      <SelectionBar
        count={props.rows === none ? 0 : selected.size}
        countText={`${selected.size} selected`}
        label="Selected titles"
        clearLabel="Clear selection"
        onClear={() => setSelected(new Set())}
        actions={
          <>
            <Button variant="quiet" size="compact">
              Publish
            </Button>
            <Button variant="quiet" size="compact">
              Delete
            </Button>
          </>
        }
      />
    </>
  )
}

export const Full = { render: () => <SampleTable maxHeight="420px" /> }

export const Loading = { render: () => <SampleTable rows={none} loading /> }

export const Empty = { render: () => <SampleTable rows={none} /> }

export const Failing = {
  render: () => (
    <SampleTable
      rows={none}
      error={<ErrorState title="Connection error" retryLabel="Try again" onRetry={() => undefined} />}
    />
  ),
}

export const Narrow = {
  render: () => (
    <div style={{ maxInlineSize: 340 }}>
      <SampleTable />
    </div>
  ),
}

function SamplePagination() {
  const [page, setPage] = useState(0)
  const [size, setSize] = useState<PageSize>(25)
  return (
    <Pagination
      page={page}
      pageSize={size}
      total={312}
      onPage={setPage}
      onPageSize={setSize}
      texts={{
        label: 'Pages',
        pageSize: 'Rows',
        all: 'All',
        previous: 'Previous page',
        next: 'Next page',
        range: ({ from, to, total }) => `${from}–${to} of ${total}`,
      }}
    />
  )
}

export const Pages = { render: () => <SamplePagination /> }
