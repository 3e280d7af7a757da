import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, type MenuAction } from '../ui/overlay/menu.tsx'
import type { RowMoves } from '../ui/table/row-handle.tsx'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { useCollectionTexts } from './texts.ts'

interface OrderMenuProps {
  /** Of the row. */
  name: string
  /** Left out where rows can't be moved now. */
  moves: RowMoves | undefined
  /** The ids in their order, asked when the menu opens. */
  order: () => readonly string[]
  id: string
  /** What else can be done, before and after the moves. */
  before?: readonly MenuAction[]
  after?: readonly MenuAction[]
}

/** What can be done to a row of an order: everything that dragging does, by key too. */
export function OrderMenu({ name, moves, order, id, before = [], after = [] }: OrderMenuProps) {
  const { text } = useCollectionTexts()
  const toGroups = () => {
    const ids = order()
    const [isFirst, isLast] = [ids[0] === id, ids.at(-1) === id]
    const steps = [
      { to: 'up', icon: ArrowUp, disabled: isFirst },
      { to: 'down', icon: ArrowDown, disabled: isLast },
      { to: 'top', icon: ArrowUpToLine, disabled: isFirst },
      { to: 'bottom', icon: ArrowDownToLine, disabled: isLast },
    ] as const
    const moving = steps.map(({ to, icon: Icon, disabled }) => ({
      label: text(`ui.order.${to}`),
      icon: <Icon size={16} aria-hidden="true" />,
      disabled,
      onSelect: () => moves?.step(to),
    }))
    return [{ actions: before }, { actions: moves === undefined ? [] : moving }, { actions: after }].filter(
      group => group.actions.length > 0,
    )
  }
  return (
    <Menu
      trigger={<IconButton label={text('ui.actionsFor', { name })} icon={<EllipsisIcon size={16} />} />}
      groups={toGroups}
    />
  )
}
