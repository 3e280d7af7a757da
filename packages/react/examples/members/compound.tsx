import type { Member } from '@kinora/core'
import {
  type DataTableColumn,
  type Kinora,
  KinoraRoot,
  ListCount,
  ListFilters,
  ListPages,
  ListRoot,
  ListSearch,
  ListTable,
  TitleCell,
  Toolbar,
  useMemberList,
} from '@kinora/react'
import '@kinora/react/styles.css'

const columns: DataTableColumn<Member>[] = [
  {
    id: 'name',
    header: 'Member',
    width: 240,
    grow: 2,
    cell: ({ name, email }) => <TitleCell name={name} detail={email} />,
  },
  { id: 'state', header: 'State', width: 80, cell: ({ isActive }) => (isActive ? 'On' : 'Off') },
]
const state = {
  id: 'state',
  name: 'State',
  options: [
    { value: 'on', label: 'On' },
    { value: 'off', label: 'Off' },
  ],
}

/** A list of members with an act of the hook in each row's menu. */
function Members() {
  const list = useMemberList()
  const { enable, disable } = list.acts
  const rowActions = (member: Member) => [
    {
      label: member.isActive ? 'Turn off' : 'Turn on',
      onSelect: () => void (member.isActive ? disable : enable)(member),
    },
  ]
  return (
    <ListRoot {...{ list, columns, rowActions }} rowId={row => row.userId} rowName={row => row.name}>
      <Toolbar count={<ListCount>{total => `${total} members`}</ListCount>}>
        <ListSearch label="Search members" />
        <ListFilters filters={[state]} />
      </Toolbar>
      <ListTable label="Members" />
      <ListPages />
    </ListRoot>
  )
}

const CompoundMembers = ({ kinora }: { kinora: Kinora }) => (
  <KinoraRoot kinora={kinora}>{<Members />}</KinoraRoot>
)
export default CompoundMembers
