import type { Member } from '@kinora/core'
import {
  type DataTableColumn,
  type Kinora,
  KinoraRoot,
  ListCount,
  ListPages,
  ListRoot,
  ListSearch,
  ListTable,
  TitleCell,
  Toolbar,
  useMemberList,
} from '@kinora/react'
import '@kinora/react/styles.css'
import { useCallback } from 'react'

const row = { rowId: ({ userId }: Member) => userId, rowName: ({ name }: Member) => name }
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

/** A list of members with an act of the hook in each row's menu. */
function Members() {
  const list = useMemberList()
  const { enable, disable } = list
  const rowActions = useCallback(
    (member: Member) => [
      member.isActive
        ? { label: 'Turn off', onSelect: () => void disable(member) }
        : { label: 'Turn on', onSelect: () => void enable(member) },
    ],
    [enable, disable],
  )
  return (
    <ListRoot {...{ list, columns, rowActions }} {...row}>
      <Toolbar count={<ListCount>{total => `${total} members`}</ListCount>}>
        <ListSearch label="Search members" />
      </Toolbar>
      <ListTable label="Members" />
      <ListPages />
    </ListRoot>
  )
}

export default function CompoundMembers({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Members />
    </KinoraRoot>
  )
}
