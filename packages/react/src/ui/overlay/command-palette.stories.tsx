import { useState } from 'react'
import { CommandPalette } from './command-palette.tsx'

export default { title: 'Kit/Command palette' }

const none = () => undefined
const groups = [
  {
    id: 'selection',
    heading: 'Selected titles',
    commands: [
      { id: 'publish', label: 'Publish 3 selected titles', onSelect: none },
      { id: 'delete', label: 'Delete 3 selected titles', onSelect: none },
    ],
  },
  {
    id: 'titles',
    heading: 'Titles',
    commands: [{ id: 'kn-1', label: 'تمارين الصباح', help: 'Studio · kn-1', onSelect: none }],
  },
  {
    id: 'actions',
    heading: 'Actions',
    commands: [{ id: 'shortcuts', label: 'Keyboard shortcuts', keys: ['?'], onSelect: none }],
  },
]

function Sample({ loading, isEmpty = false }: { loading?: boolean; isEmpty?: boolean }) {
  const [search, setSearch] = useState('')
  const shown = isEmpty ? [] : groups
  return (
    <CommandPalette
      {...{ open: true, onClose: none, search, onSearch: setSearch, groups: shown, loading }}
      {...{ title: 'Go to or do', closeLabel: 'Close', searchLabel: 'Search pages, titles and actions' }}
      status={isEmpty ? 'No matches' : '4 results'}
    />
  )
}

export const Full = { render: () => <Sample /> }
export const Loading = { render: () => <Sample loading /> }
export const Empty = { render: () => <Sample isEmpty /> }
