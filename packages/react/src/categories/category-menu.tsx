import type { Category } from '@kinora/core'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Eye, Pencil } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, type MenuAction } from '../ui/overlay/menu.tsx'
import type { RowMoves } from '../ui/table/row-handle.tsx'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { useCategoryTexts } from './texts.ts'

export interface CategoryMenuProps {
  row: Category
  href: string | undefined
  /** Left out where it can't be moved. */
  moves: RowMoves | undefined
  placeOf: () => { place: number; count: number }
}

/** What can be done to a category of the list: everything that dragging does, by key too (CAT-06). */
export function CategoryMenu({ row, href, moves, placeOf }: CategoryMenuProps) {
  const { text } = useCategoryTexts()
  const name = row.name.invariantText
  const open =
    moves === undefined
      ? { label: text('ui.categories.view'), icon: <Eye size={16} aria-hidden="true" /> }
      : { label: text('ui.categories.edit'), icon: <Pencil size={16} aria-hidden="true" /> }
  const edit: MenuAction[] = href === undefined ? [] : [{ ...open, href }]
  const toGroups = () => {
    const { place, count } = placeOf()
    const isFirst = place === 0
    const isLast = place === count - 1
    const move = (
      words: 'moveUp' | 'moveDown' | 'moveToTop' | 'moveToBottom',
      to: Parameters<RowMoves['step']>[0],
      { icon: Icon, disabled }: { icon: typeof ArrowUp; disabled: boolean },
    ): MenuAction => ({
      label: text(`ui.categories.${words}`),
      icon: <Icon size={16} aria-hidden="true" />,
      disabled,
      onSelect: () => moves?.step(to),
    })
    const order = [
      move('moveUp', 'up', { icon: ArrowUp, disabled: isFirst }),
      move('moveDown', 'down', { icon: ArrowDown, disabled: isLast }),
      move('moveToTop', 'top', { icon: ArrowUpToLine, disabled: isFirst }),
      move('moveToBottom', 'bottom', { icon: ArrowDownToLine, disabled: isLast }),
    ]
    return [{ actions: edit }, ...(moves === undefined ? [] : [{ actions: order }])].filter(
      group => group.actions.length > 0,
    )
  }
  if (edit.length === 0 && moves === undefined) return null
  return (
    <Menu
      trigger={
        <IconButton label={text('ui.categories.actions', { name })} icon={<EllipsisIcon size={16} />} />
      }
      groups={toGroups}
    />
  )
}
