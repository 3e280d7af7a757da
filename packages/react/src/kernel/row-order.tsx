import { wordTexts } from '@kinora/core'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, type MenuAction, type MenuGroup } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { RowHandle } from '../ui/table/row-handle.tsx'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useTexts } from './message.ts'
import { type Reorder, useReorder, useRowMoves } from './use-reorder.ts'

const steps = [
  { to: 'up', Icon: ArrowUp, end: 'first' },
  { to: 'down', Icon: ArrowDown, end: 'last' },
  { to: 'top', Icon: ArrowUpToLine, end: 'first' },
  { to: 'bottom', Icon: ArrowDownToLine, end: 'last' },
] as const

interface RowOrderOptions<Row> {
  rowId(row: Row): string
  nameOf(row: Row): string
  /** Those that may be moved stand together, and the others keep their places; all may unless given. */
  mayMove?(row: Row): boolean
  /** What steps are called here, where not as everywhere. */
  labels?: Partial<Record<(typeof steps)[number]['to'], string>>
  /** How a row is moved, where not as in a table. */
  help?: string | undefined
  /** Stores an order; whether it is stored. */
  send(ids: readonly string[]): Promise<boolean>
  /** Given, a toast offers the way back once it is stored, and says this; where the row was put unless there is a text. */
  undo?: { text?: string }
}

interface MenuOptions {
  /** What else can be done, before and after the moves. */
  before?: readonly MenuAction[]
  after?: readonly MenuAction[]
  /** Rows can't be moved now. */
  isFixed?: boolean
  /** Its button is no stop of Tab: the handle of the card opens it. */
  isOfHandle?: boolean
}

export interface RowOrder<Row> {
  /** As they are shown. */
  rows: readonly Row[]
  /** Of those that may be moved. */
  ids: readonly string[]
  /** Moves a row by so many places. */
  move(row: Row, by: number): void
  /** What a row is dragged by; null where it may not be moved. It stays the same while the order changes. */
  handle(row: Row): ReactNode
  /** What can be done to a row: everything that dragging does, by key too. It stays the same while the order changes. */
  menu(row: Row, options?: MenuOptions): ReactNode
  /** The same for the menu of a list; null where nothing can be done. */
  acts(row: Row, options?: MenuOptions): (() => readonly MenuGroup[]) | null
  /** What the last move came to, for those who listen. */
  status: ReactNode
}

/** The order of rows, changed by drag, menu and key, and taken back where that is offered. */
export function useRowOrder<Row>(stored: readonly Row[], options: RowOrderOptions<Row>): RowOrder<Row> {
  const { rowId, nameOf, mayMove = () => true, labels } = options
  const { text } = useTexts(wordTexts)
  const [announcement, announce] = useState('')
  const own = stored.filter(mayMove)
  const first = own[0] === undefined ? 0 : stored.indexOf(own[0])
  const last = useRef<string>(undefined)
  const send = useUndoable(options, { last, announce })
  const order: Reorder = useReorder(own.map(rowId), ids => send(order, ids))
  const byId = new Map(stored.map(row => [rowId(row), row]))
  const movesOf = useRowMoves(order, {
    first,
    tell(id, place) {
      const row = byId.get(id)
      const name = row === undefined ? '' : nameOf(row)
      last.current = text('ui.order.moved', { name, place: place + 1, count: own.length })
      announce(last.current)
    },
  })
  const latest = useRef({ rowId, nameOf, mayMove, labels, ids: order.ids, first })
  latest.current = { rowId, nameOf, mayMove, labels, ids: order.ids, first }
  const { help = text('ui.order.help') } = options
  const handle = useCallback(
    (row: Row) => {
      const { rowId, nameOf, mayMove } = latest.current
      if (!mayMove(row)) return null
      const label = text('ui.order.move', { name: nameOf(row) })
      return <RowHandle label={label} help={help} moves={movesOf(rowId(row))} />
    },
    [text, help, movesOf],
  )
  const acts = useCallback(
    (row: Row, { before = [], after = [], isFixed = false }: MenuOptions = {}) => {
      const { rowId, mayMove } = latest.current
      const id = rowId(row)
      const moves = isFixed || !mayMove(row) ? undefined : movesOf(id)
      if (moves === undefined && before.length + after.length === 0) return null
      const moving = (): MenuAction[] => {
        const { ids, labels } = latest.current
        const isAt = { first: ids[0] === id, last: ids.at(-1) === id }
        return steps.map(({ to, Icon, end }) => ({
          label: labels?.[to] ?? text(`ui.order.${to}`),
          icon: <Icon size={16} aria-hidden="true" />,
          disabled: isAt[end],
          onSelect: () => moves?.step(to),
        }))
      }
      return () =>
        [before, moves === undefined ? [] : moving(), after].flatMap(actions =>
          actions.length > 0 ? [{ actions }] : [],
        )
    },
    [text, movesOf],
  )
  const menu = useCallback(
    (row: Row, options?: MenuOptions) => {
      const groups = acts(row, options)
      const label = text('ui.actionsFor', { name: latest.current.nameOf(row) })
      return groups && <RowMenu {...{ label, groups }} tabIndex={options?.isOfHandle ? -1 : undefined} />
    },
    [text, acts],
  )
  const move = useCallback(
    (row: Row, by: number) => {
      const { ids, first, rowId } = latest.current
      movesOf(rowId(row)).step(first + ids.indexOf(rowId(row)) + by)
    },
    [movesOf],
  )
  const shown = order.ids.map(id => byId.get(id)!)
  return {
    rows: [...stored.slice(0, first), ...shown, ...stored.slice(first + own.length)],
    ids: order.ids,
    move,
    handle,
    menu,
    acts,
    status: <VisuallyHidden role="status">{announcement}</VisuallyHidden>,
  }
}

interface LastMove {
  /** What the last move came to; undefined once its order was taken back. */
  last: RefObject<string | undefined>
  announce: (words: string) => void
}

/** Stores an order, and offers the way back to the one before: one toast for all moves that were sent together. */
function useUndoable<Row>({ send, undo }: RowOrderOptions<Row>, { last, announce }: LastMove) {
  const { text } = useTexts(wordTexts)
  const toasts = useToasts()
  const shown = useRef<number>(undefined)
  return async ({ stored, preview, commit }: Reorder, ids: readonly string[]): Promise<boolean> => {
    const words = last.current
    last.current = undefined
    const isStored = await send(ids)
    if (shown.current !== undefined) toasts.dismiss(shown.current)
    if (!isStored || undo === undefined || words === undefined) return isStored
    const takeBack = () => {
      announce(text('ui.order.undone'))
      preview(stored)
      commit()
    }
    shown.current = toasts.show({
      text: undo.text ?? words,
      tone: 'positive',
      isSaid: undo.text === undefined,
      action: { label: text('ui.undo'), onSelect: takeBack },
    })
    return true
  }
}

interface RowMenuProps {
  label: string
  /** Asked when the menu opens. */
  groups: () => readonly MenuGroup[]
  tabIndex: number | undefined
}

function RowMenu({ label, groups, tabIndex }: RowMenuProps) {
  return (
    <Menu
      trigger={<IconButton label={label} icon={<EllipsisIcon size={16} />} tabIndex={tabIndex} />}
      groups={groups}
    />
  )
}
