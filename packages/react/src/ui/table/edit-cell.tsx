import {
  type KeyboardEvent,
  type ReactNode,
  type TdHTMLAttributes,
  useCallback,
  useRef,
  useState,
} from 'react'
import { roles } from './table-rows.ts'

export interface EditCellProps extends Omit<TdHTMLAttributes<HTMLTableCellElement>, 'onDoubleClick'> {
  column: string
  /** Where Tab comes to; arrow keys go on from there. */
  isStop: boolean
  /** What stands in the cell while it is changed; `done` puts the cell back, and the focus unless it has gone elsewhere. */
  edit: (done: (isLeft?: boolean) => void) => ReactNode
  /** It is open from the start: its change was begun before its row left the page. */
  startsOpen?: boolean
}

/** A cell that is changed where it stands: by double click, F2, or Enter on the cell. */
export function EditCell({
  column,
  isStop,
  edit,
  startsOpen = false,
  children,
  ...attributes
}: EditCellProps) {
  const cell = useRef<HTMLTableCellElement>(null)
  const [isEditing, setEditing] = useState(startsOpen)
  const done = useCallback((isLeft = false) => {
    setEditing(false)
    if (!isLeft) cell.current?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLTableCellElement>) => {
    if (isEditing) return
    const isOwn = event.target === event.currentTarget
    if (event.key === 'F2' || (event.key === 'Enter' && isOwn)) {
      event.preventDefault()
      setEditing(true)
    } else if (isOwn || (event.target as HTMLElement).matches('a')) goOn(event)
  }
  return (
    <td
      {...attributes}
      {...roles.cell}
      ref={cell}
      tabIndex={isStop ? 0 : -1}
      aria-keyshortcuts="F2"
      data-edit={column}
      data-editing={isEditing ? '' : undefined}
      onDoubleClick={() => setEditing(true)}
      onKeyDown={onKeyDown}
      onFocus={isEditing ? undefined : ({ currentTarget }) => becomeStop(currentTarget)}
    >
      {isEditing ? edit(done) : children}
    </td>
  )
}

/** One cell of a table is in the order of Tab: the one that was used last. */
function becomeStop(cell: HTMLElement): void {
  const stops = cell.closest('tbody')?.querySelectorAll<HTMLElement>('td[data-edit][tabindex="0"]') ?? []
  for (const other of stops) other.tabIndex = -1
  cell.tabIndex = 0
}

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** Arrow keys go to the next cell that can be changed; rows beside those in sight are there already. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const row = event.currentTarget.closest<HTMLElement>('tr')
  if (step === undefined || row === null || event.altKey || event.ctrlKey || event.metaKey) return
  const isReversed = getComputedStyle(row).direction === 'rtl'
  const cells = [...row.querySelectorAll<HTMLElement>('td[data-edit]')]
  const place = cells.indexOf(event.currentTarget) + (isReversed ? -step[0] : step[0])
  const index = Number(row.dataset.index) + step[1]
  const next =
    step[1] === 0
      ? cells[place]
      : row.parentElement?.querySelector<HTMLElement>(
          `tr[data-index="${index}"] td[data-edit="${event.currentTarget.dataset.edit}"]`,
        )
  if (!next) return
  event.preventDefault()
  next.focus()
}
