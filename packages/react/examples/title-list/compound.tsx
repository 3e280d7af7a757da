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
    { value: String(TitleStatus.Unpublished), label: 'Unpublished' },
  ],
}

/** The parts of a list in an order of your own: pages above the table, no heading. */
function Titles() {
  const list = useTitleList()
  return (
    <ListRoot list={list} rowId={title => title.tag} rowName={title => title.className} columns={columns}>
      <Toolbar count={<ListCount>{total => `${total} classes`}</ListCount>} end={<ListColumns />}>
        <ListSearch label="Search classes" />
        <ListFilters filters={[state]} />
      </Toolbar>
      <ListPages />
      <ListTable label="Classes" empty={<EmptyState title="No classes yet" />} />
    </ListRoot>
  )
}

const CompoundTitles = ({ kinora }: { kinora: Kinora }) => (
  <KinoraRoot kinora={kinora}>{<Titles />}</KinoraRoot>
)
export default CompoundTitles
