import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu, type MenuAction, type MenuGroup, type MenuProps } from '../overlay/menu.tsx'
import { type PartProps, partMarks } from '../part.ts'
import {
  type ColumnState,
  type DataTableColumn,
  fromColumnIds,
  toColumnIds,
} from '../table/data-table-columns.ts'
import { EllipsisIcon } from '../table/row-icons.tsx'
import { isWords, RowName, RowNameContext } from '../table/row-name.tsx'
import { useDataTable } from '../table/use-data-table.ts'
import { type ListSelection, useListSelection } from '../table/use-selection.ts'
import { type ListAround, ListContext, type SelectionOffer } from './list-context.ts'
import type { ListModel, ListState } from './list-model.ts'

/** What is chosen in a list. */
export interface ChosenRows<Row> {
  /** The rows; undefined where everything that the list finds is chosen, on whatever page it is. */
  rows: readonly Row[] | undefined
  count: number
  /** What the list is asked for now, with what it always has: what “everything” is. */
  state: ListState
  /** Chooses nothing any more. */
  clear: () => void
}

/** What a host does with the rows of a list. */
export interface RowActs<Row> {
  /** Entries of the menu at the end of a row, beside ours. Keep it stable: rows are drawn again when it changes. */
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined
  /** Buttons of the bar for what is chosen, beside ours; rows can be chosen where it is given. */
  bulkActions?: ((chosen: ChosenRows<Row>) => ReactNode) | undefined
  /** Called when the name of a row is pressed. With an address of its own the name stays a link, and what opens a new tab still does. */
  onOpen?: ((row: Row) => void) | undefined
}

/** What can be done to rows that are chosen, by the list itself. */
export interface ListBulk<Row> {
  selection: Pick<ListSelection<Row>, 'selected' | 'chosen' | 'onChange' | 'clear'>
  rowLabel: (row: Row) => string
  /** How many are chosen, where that isn’t the rows that are held. */
  count?: number | undefined
  actions: ReactNode
  offer?: SelectionOffer | undefined
}

export interface ListRootProps<Row> extends RowActs<Row>, Pick<PartProps, 'className' | 'rootRef'> {
  list: ListModel<Row>
  /** Keep it stable, like the columns. */
  rowId: (row: Row) => string
  /** What a row is called, for its menu and its box; its id unless given. Keep it stable. */
  rowName?: ((row: Row) => string) | undefined
  columns: readonly DataTableColumn<Row>[]
  /** The menu at the end of a row; `null` where it has none. Keep it stable. */
  rowMenu?: ((row: Row) => MenuProps['groups'] | null) | undefined
  /** Before the menu; keep it stable. */
  rowEnd?: { width: number; render: (row: Row) => ReactNode } | undefined
  /** Given, rows can be chosen. */
  bulk?: ListBulk<Row> | undefined
  /** What the outermost element is marked with. */
  part?: string | undefined
  children: ReactNode
}

/** The outermost part of a list: the others, `ListSearch`, `ListTable`, `ListPages`, read what they show from it. */
export function ListRoot<Row>(props: ListRootProps<Row>) {
  const { list, rowId, columns, part = 'list', className, rootRef, children } = props
  const model = useDataTable({
    columns,
    sort: list.asked.sort,
    onSort: sort => list.change({ sort }),
    ...useColumnState(list, columns),
  })
  const named = useNamed(props.onOpen)
  const around: ListAround<Row> = {
    list,
    rowId,
    columns,
    model,
    named,
    end: useRowEnd(props),
    ...useChosen(props),
  }
  return (
    <ListContext.Provider value={around as unknown as ListAround<unknown>}>
      <div ref={rootRef} className={classes('kn-list', className)} {...partMarks(part, list.state)}>
        {children}
      </div>
    </ListContext.Provider>
  )
}

/** The columns that the address names, else those that this browser remembers; widths and the height of rows are always its own. */
function useColumnState<Row>(
  { asked: { columns: ids, page }, change, columnState: own, onColumnState: keep }: ListModel<Row>,
  columns: readonly DataTableColumn<Row>[],
) {
  const columnState = useMemo(() => fromColumnIds(ids, columns, own), [ids, columns, own])
  const onColumnState = (next: ColumnState) => {
    if (ids === undefined) return keep(next)
    const { columnSizing, density } = next
    keep({ ...own, columnSizing, density })
    const named = toColumnIds(next, columns)
    if (named?.join() !== ids.join()) change({ columns: named, page })
  }
  return { columnState, onColumnState }
}

/** Has the name in a cell or card open its row by the host; words alone are the name. */
function useNamed<Row>(onOpen: RowActs<Row>['onOpen']): ListAround<Row>['named'] {
  const latest = useRef(onOpen)
  latest.current = onOpen
  const isOpened = onOpen !== undefined
  return useCallback(
    (row: Row, named: ReactNode) =>
      isOpened ? (
        <RowNameContext.Provider value={{ open: () => latest.current?.(row) }}>
          {isWords(named) ? <RowName>{named}</RowName> : named}
        </RowNameContext.Provider>
      ) : (
        named
      ),
    [isOpened],
  )
}

const asItIs = (name: string) => name

/** px of the button of a menu. */
const MENU = 52

/** What stands at the end of a row: ours, and the menu with the host's entries. */
function useRowEnd<Row>(props: ListRootProps<Row>): ListAround<Row>['end'] {
  const { rowEnd, rowMenu, rowActions, rowId, rowName = rowId } = props
  const { actionsFor = asItIs } = props.list.texts
  return useMemo(() => {
    const hasMenu = rowMenu !== undefined || rowActions !== undefined
    if (!hasMenu) return rowEnd
    const menu = (row: Row) => {
      const ours = rowMenu?.(row) ?? null
      if (ours === null && !rowActions?.(row).length) return null
      return <RowMenu label={actionsFor(rowName(row))} ours={ours} own={() => rowActions?.(row) ?? []} />
    }
    return {
      width: (rowEnd?.width ?? 0) + MENU,
      render: (row: Row) => (
        <>
          {rowEnd?.render(row)}
          {menu(row)}
        </>
      ),
    }
  }, [rowEnd, rowMenu, rowActions, rowName, actionsFor])
}

interface RowMenuProps {
  label: string
  ours: MenuProps['groups'] | null
  /** The host's entries. */
  own: () => readonly MenuAction[]
}

function RowMenu({ label, ours, own }: RowMenuProps) {
  const groups = (): readonly MenuGroup[] => {
    const known = typeof ours === 'function' ? ours() : (ours ?? [])
    const isLast = ({ actions }: MenuGroup) => actions.some(({ tone }) => tone === 'negative')
    // What deletes stays the last.
    const all = [...known.filter(group => !isLast(group)), { actions: own() }, ...known.filter(isLast)]
    return all.filter(({ actions }) => actions.length > 0)
  }
  return (
    <Menu
      trigger={<IconButton label={label} icon={<EllipsisIcon size={16} />} tooltip={false} />}
      groups={groups}
    />
  )
}

/** The boxes of rows and the bar of what is chosen: of the list's own acts, or for those of the host alone. */
function useChosen<Row>(props: ListRootProps<Row>): Pick<ListAround<Row>, 'selection' | 'bar'> {
  const { list, rowId, rowName = rowId, bulk, bulkActions } = props
  const { asked: state, rows, texts } = list
  const { selectNamed = asItIs } = texts
  const { page: _, columns: __, mode: ___, ...asked } = state
  const own = useListSelection(rows, rowId, JSON.stringify(asked))
  const label = useCallback((row: Row) => selectNamed(rowName(row)), [selectNamed, rowName])
  if (bulk === undefined && bulkActions === undefined) return { selection: undefined, bar: undefined }
  const { selection, rowLabel, actions, offer, count } = bulk ?? {
    selection: own,
    rowLabel: label,
    actions: null,
    offer: undefined,
    count: undefined,
  }
  const { selected, onChange, clear, chosen } = selection
  const chosenRows = {
    rows: count === undefined ? chosen : undefined,
    count: count ?? chosen.length,
    state,
    clear,
  }
  const bar = {
    count: chosenRows.count,
    clear,
    offer,
    actions: (
      <>
        {actions}
        {chosenRows.count > 0 ? bulkActions?.(chosenRows) : null}
      </>
    ),
  }
  return { selection: { selected, onChange, rowLabel, allLabel: texts.selectAll }, bar }
}
