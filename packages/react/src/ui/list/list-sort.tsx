import { NativeSelect } from '../picker/native-select.tsx'
import type { DataTableColumn } from '../table/data-table-columns.ts'
import type { ListModel } from './list-model.ts'

interface ListSortProps<Row> {
  list: ListModel<Row>
  columns: readonly DataTableColumn<Row>[]
}

/** The order of rows that have no headers to press, such as cards. */
export function ListSort<Row>({ list: { asked: state, change, texts }, columns }: ListSortProps<Row>) {
  const choices = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ id, header }) => [
      { value: `${id} asc`, label: texts.ascending(header), sort: { id, descending: false } },
      { value: `${id} desc`, label: texts.descending(header), sort: { id, descending: true } },
    ])
  const { sort } = state
  return (
    <NativeSelect
      aria-label={texts.sort}
      size="compact"
      options={choices}
      value={sort === null ? '' : `${sort.id} ${sort.descending ? 'desc' : 'asc'}`}
      onChange={chosen => change({ sort: choices.find(({ value }) => value === chosen)?.sort ?? sort })}
    />
  )
}
