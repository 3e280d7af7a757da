import { SearchX, X } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import { useRootMark } from '../room.ts'
import { EmptyState, ErrorState } from '../status/empty-state.tsx'
import { ColumnsMenu } from '../table/columns-menu.tsx'
import { DataTable } from '../table/data-table.tsx'
import { type SelectionOffer, useListRoot } from './list-context.ts'
import { isFiltered, type ListModel } from './list-model.ts'

export interface ListCountProps {
  /** "312 titles" */
  children: (total: number) => string
}

/** How many rows the list finds, in words; those of before until the next answer is there. */
export function ListCount({ children: toWords }: ListCountProps) {
  const { isLoading: loading, rows, total } = useListRoot().list
  const last = useRef('')
  if (!loading || (last.current === '' && rows.length > 0)) last.current = toWords(total)
  return rows.length === 0 && loading ? '' : last.current
}

/** The menu of the columns: which are shown, and in which order. */
export function ListColumns() {
  const { list, model } = useListRoot()
  return <ColumnsMenu model={model} texts={list.texts.columns} />
}

export interface ListTableProps {
  /** The name of the table. */
  label: string
  /** Shown while there are no rows at all. */
  empty?: ReactNode
  /** The height of the scroller, any CSS length. */
  maxHeight?: string
}

/** The rows, with their boxes and menus; in place of them why there are none. */
export function ListTable<Row>({
  label,
  empty,
  maxHeight = 'max(320px, calc(100dvh - 236px))',
}: ListTableProps) {
  const { list, rowId, model, selection, end, named } = useListRoot<Row>()
  const { asked: state, texts } = list
  const shown = useMemo(
    () =>
      model.shown.map((column, nth) =>
        nth > 0 ? column : { ...column, cell: (row: Row) => named(row, column.cell(row)) },
      ),
    [model.shown, named],
  )
  return (
    <DataTable
      label={label}
      model={{ ...model, shown }}
      rows={list.rows}
      rowId={rowId}
      selection={selection}
      rowActions={end && { label: texts.rowActions, ...end }}
      total={list.total}
      offset={Math.max(0, state.page * state.take)}
      query={JSON.stringify(state)}
      loading={list.isLoading}
      loadingText={texts.loading}
      empty={<ListNothing>{empty}</ListNothing>}
      error={list.error === undefined ? undefined : <ListFailed />}
      maxHeight={maxHeight}
    />
  )
}

/** What stands where there are no rows: the way back from a search that finds none, or the children. */
export function ListNothing({ children }: { children: ReactNode }) {
  const { list } = useListRoot()
  if (!isFiltered(list)) return children
  return (
    <EmptyState
      icon={<SearchX size={20} aria-hidden="true" />}
      title={list.texts.noMatchTitle}
      text={list.texts.noMatchText}
      actions={<ClearFilters list={list} />}
    />
  )
}

/** In place of the table: the children, or why there are no rows. */
export function ListContent({ empty, children }: { empty?: ReactNode; children: ReactNode }) {
  const { error, rows, isLoading } = useListRoot().list
  if (error !== undefined) return <ListFailed />
  if (rows.length === 0 && !isLoading) return <ListNothing>{empty}</ListNothing>
  return children
}

/** Why the rows couldn't be read. A filter in the address may be what the server refuses: trying again alone would lead nowhere. */
export function ListFailed() {
  const { list } = useListRoot()
  const { texts, retry, error } = list
  return (
    <ErrorState
      title={texts.failed}
      text={error}
      onRetry={retry}
      retryLabel={texts.retry}
      actions={isFiltered(list) ? <ClearFilters list={list} /> : null}
    />
  )
}

function ClearFilters({ list: { texts, change } }: { list: ListModel<unknown> }) {
  return <Button onClick={() => change({ query: '', filters: {} })}>{texts.clearFilters}</Button>
}

/** The bar of what is chosen, with the acts of the root; before the table, so that a key reaches it from the box for all rows. */
export function ListSelectionBar() {
  const { list, bar } = useListRoot()
  const { texts } = list
  if (bar === undefined) return null
  return (
    <SelectionBar
      count={bar.count}
      countText={texts.selected(bar.count)}
      label={texts.selection}
      clearLabel={texts.clearSelection}
      onClear={bar.clear}
      actions={bar.actions}
      offer={bar.offer}
    />
  )
}

export interface SelectionBarProps {
  /** How many are chosen; the bar is there only while there are any. */
  count: number
  /** "3 selected" */
  countText: string
  label: string
  clearLabel: string
  onClear: () => void
  /** Chooses more, such as all that match. */
  offer?: SelectionOffer | undefined
  /** What can be done to them. */
  actions: ReactNode
  className?: string
}

/** The bar that selection raises at the bottom. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, label, offer, className } = props
  const [bar, setBar] = useState<HTMLElement | null>(null)
  useRootMark('selectionBar', bar)
  if (count === 0) return null
  return (
    <section ref={setBar} className={classes('kn-selection-bar', className)} aria-label={label}>
      <span className="kn-selection-count" role="status">
        {props.countText}
      </span>
      {offer ? (
        <Button variant="quiet" size="compact" onClick={offer.onSelect}>
          {offer.label}
        </Button>
      ) : null}
      <div className="kn-selection-actions">{props.actions}</div>
      <IconButton
        label={props.clearLabel}
        icon={<X size={16} aria-hidden="true" />}
        onClick={props.onClear}
      />
    </section>
  )
}
