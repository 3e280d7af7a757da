import { type Title, TitleStatus } from '@kinora/core'
import {
  type DataTableColumn,
  EmptyState,
  type Kinora,
  KinoraRoot,
  ListColumns,
  ListCount,
  ListFilters,
  ListPages,
  ListRoot,
  ListSearch,
  ListTable,
  TitleBadge,
  TitleCell,
  Toolbar,
  useTitleList,
} from '@kinora/react'
import '@kinora/react/styles.css'

// Outside of the component: rows are drawn again when one of these changes.
const row = { rowId: ({ tag }: Title) => tag, rowName: ({ className }: Title) => className }
const columns: DataTableColumn<Title>[] = [
  {
    id: 'name',
    header: 'Class',
    width: 240,
    grow: 2,
    sortable: true,
    cell: title => <TitleCell href={`/classes/${title.tag}`} name={title.className} />,
  },
  { id: 'status', header: 'State', width: 160, cell: title => <TitleBadge title={title} /> },
]
const state = {
  id: 'status',
  name: 'State',
  options: [
    { value: String(TitleStatus.Published), label: 'Published' },
    { value: String(TitleStatus.Completed), label: 'Ready' },
  ],
}

/** Pages above the table, no heading. */
function Titles() {
  const list = useTitleList()
  return (
    <ListRoot list={list} columns={columns} {...row}>
      <Toolbar count={<ListCount>{total => `${total} classes`}</ListCount>} end={<ListColumns />}>
        <ListSearch label="Search classes" />
        <ListFilters filters={[state]} />
      </Toolbar>
      <ListPages />
      <ListTable label="Classes" empty={<EmptyState title="No classes yet" />} />
    </ListRoot>
  )
}

export default function CompoundTitles({ kinora }: { kinora: Kinora }) {
  return <KinoraRoot kinora={kinora}>{<Titles />}</KinoraRoot>
}
