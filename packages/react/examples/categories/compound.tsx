import type { Category } from '@kinora/core'
import {
  type DataTableColumn,
  type Kinora,
  KinoraRoot,
  ListCount,
  ListRoot,
  ListTable,
  TitleCell,
  Toolbar,
  useCategoryList,
} from '@kinora/react'
import '@kinora/react/styles.css'

const rowId = ({ categoryId }: Category) => categoryId
const columns: DataTableColumn<Category>[] = [
  {
    id: 'name',
    header: 'Category',
    width: 240,
    grow: 2,
    cell: ({ categoryId, name }) => (
      <TitleCell href={`/categories/${categoryId}`} name={name.invariantText} />
    ),
  },
  {
    id: 'subs',
    header: 'Sub categories',
    width: 280,
    grow: 3,
    cell: row => row.subCategories.map(({ name }) => name.invariantText).join(', '),
  },
]

/** A count and a table. */
function Categories() {
  const list = useCategoryList()
  return (
    <ListRoot list={list} rowId={rowId} columns={columns}>
      <Toolbar count={<ListCount>{total => `${total} categories`}</ListCount>}>{null}</Toolbar>
      <ListTable label="Categories" />
    </ListRoot>
  )
}

export default function CompoundCategories({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Categories />
    </KinoraRoot>
  )
}
