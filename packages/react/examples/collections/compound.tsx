import type { Collection } from '@kinora/core'
import {
  ActiveState,
  Button,
  type ChosenRows,
  type DataTableColumn,
  type Kinora,
  KinoraRoot,
  ListCount,
  ListRoot,
  ListSearch,
  ListSelectionBar,
  ListTable,
  TitleCell,
  Toolbar,
  useCollectionList,
} from '@kinora/react'
import '@kinora/react/styles.css'

const row = { rowId: (one: Collection) => one.collectionTag, rowName: (one: Collection) => one.name }
const columns: DataTableColumn<Collection>[] = [
  { id: 'name', header: 'Collection', width: 240, grow: 2, cell: row => <TitleCell name={row.name} /> },
  { id: 'state', header: 'State', width: 120, cell: row => <ActiveState active={row.active} /> },
]

/** Search, table and the bar of what is chosen, with one act. */
function Collections() {
  const list = useCollectionList()
  const { remove } = list
  const bulkActions = ({ rows = [], clear }: ChosenRows<Collection>) => (
    <Button size="compact" variant="danger" onClick={() => void remove(rows).then(clear)}>
      Delete
    </Button>
  )
  return (
    <ListRoot {...{ list, columns, bulkActions }} {...row}>
      <Toolbar count={<ListCount>{total => `${total} collections`}</ListCount>}>
        <ListSearch label="Search collections" />
      </Toolbar>
      <ListSelectionBar />
      <ListTable label="Collections" />
    </ListRoot>
  )
}

export default function CompoundCollections({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Collections />
    </KinoraRoot>
  )
}
