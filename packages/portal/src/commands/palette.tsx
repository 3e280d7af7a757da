import { commandTexts } from '@kinora/core'
import { CommandPalette, type CommandPaletteProps, useTexts } from '@kinora/react'
import { useState } from 'react'
import { useCommands } from './use-commands.tsx'

export interface PaletteProps {
  onClose: () => void
  /** What stands in its place afterwards. */
  onOpen: (which: 'shortcuts' | 'signOut') => void
  finalFocus: CommandPaletteProps['finalFocus']
}

/** Every page, title and action of the portal by its words. */
export default function Palette({ onClose, onOpen, finalFocus }: PaletteProps) {
  const { text } = useTexts(commandTexts)
  const [search, setSearch] = useState('')
  const { groups, loading } = useCommands(search, onOpen)
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  return (
    <CommandPalette
      open
      onClose={onClose}
      finalFocus={finalFocus}
      title={text('ui.commands.title')}
      closeLabel={text('ui.close')}
      searchLabel={text('ui.commands.search')}
      search={search}
      onSearch={setSearch}
      groups={groups}
      loading={loading}
      status={count === 0 ? text('ui.noMatch') : text('ui.commands.count', { count })}
    />
  )
}
