import { useState } from 'react'
import { ConflictPanel, type FieldConflict } from './conflict-panel.tsx'

export default { title: 'Kit/Conflict panel' }

const conflicts: FieldConflict[] = [
  {
    path: 'name',
    label: 'Title',
    mine: 'Morning flow',
    theirs: 'Evening flow',
    note: 'Saved by Ada Okafor, 09:12',
  },
  {
    path: 'name.ar-SA',
    label: 'Arabic',
    mine: 'تدفق الصباح',
    theirs: 'تدفق المساء',
    lang: 'ar-SA',
    dir: 'rtl',
  },
]

/** Choosing one of both versions takes its field off. */
function Sample() {
  const [open, setOpen] = useState(conflicts)
  return (
    <ConflictPanel
      conflicts={open}
      onChoose={path => setOpen(open.filter(conflict => conflict.path !== path))}
      attempt={0}
      texts={{
        title: 'Somebody else has saved this meanwhile',
        text: 'Choose which version stays.',
        mine: 'Yours',
        theirs: 'Theirs',
        keepMine: 'Keep yours',
        takeTheirs: 'Take theirs',
      }}
    />
  )
}

export const Two = { render: () => <Sample /> }
