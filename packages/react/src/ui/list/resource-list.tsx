import { SearchX, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { ListSearch } from '../form/search-input.tsx'
import { Toolbar } from '../frame/bars.tsx'
import { PageHeader, type PageHeaderProps } from '../frame/page-header.tsx'
import { IconButton } from '../icon-button.tsx'
import { useRootMark } from '../room.ts'
import { EmptyState, ErrorState } from '../status/empty-state.tsx'
import { ColumnsMenu } from '../table/columns-menu.tsx'
import { DataTable, type DataTableProps } from '../table/data-table.tsx'
import type { DataTableColumn } from '../table/data-table-columns.ts'
import { ListPages } from '../table/pagination.tsx'
import { useDataTable } from '../table/use-data-table.ts'
import type { ListSelection } from '../table/use-selection.ts'
import { type ListFilter, ListFilters } from './list-filters.tsx'
import { isFiltered, type ListModel } from './list-model.ts'
import { type BulkResult, ResultPanel } from './result-panel.tsx'

export interface ResourceListProps<Row>
  extends Pick<PageHeaderProps, 'text' | 'aside' | 'actions' | 'tabs' | 'back'> {
  /** Names page and table. */
  title: string
  /** In place of the title; null where the header is drawn elsewhere: the table keeps its name. */
  heading?: string | null | undefined
  list: ListModel<Row>
  /** Keep it stable, like the columns. */
  rowId: (row: Row) => string
  columns: readonly DataTableColumn<Row>[]
  /** The section's selectors (tenant, provider, channel), in the bar after the filters. */
  selectors?: ReactNode
  /** Figures about what the list holds, above the bar. */
  summary?: ReactNode
  /** The name of the search box; left out, there is none. */
  searchLabel?: string
  filters?: readonly ListFilter[]
  /** "312 titles"; empty until it is known. */
  count: (total: number) => string
  /** Shown while there are none at all, with the next step. */
  empty: ReactNode
  /** At the end of a row; keep it stable. */
  rowActions?: { width: number; render: (row: Row) => ReactNode }
  /** Given, rows can be selected, and the bar offers what can be done to them. */
  bulk?: {
    selection: Pick<ListSelection<Row>, 'selected' | 'onChange' | 'clear'> & { chosen: readonly unknown[] }
    rowLabel: (row: Row) => string
    /** How many are chosen, where that isn’t the rows that are held. */
    count?: number | undefined
    actions: ReactNode
  } & Pick<SelectionBarProps, 'offer'>
  /** What came of the last bulk act. */
  result?: BulkResult | null
  onResultClose?: () => void
  /** Ways to show the rows, where there are several. */
  modes?: {
    /** The buttons that choose one. */
    choice: ReactNode
    /** In place of the table. */
    content?: ReactNode
    /** It loads what comes into sight by itself. */
    isEndless?: boolean
  }
  /** Dialogs of the list. */
  children?: ReactNode
}

/** A list page: header, search and filters, table, pages, and the bar that selection raises. Columns, filters and acts are the noun's. */
export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { title, heading = title, text, aside, actions, tabs, back, list, bulk, result } = props
  const { texts, total } = list
  const counted = useCounted(props.count(total), list)
  return (
    <div className="kn-list">
      {heading === null ? null : (
        <PageHeader title={heading} text={text} aside={aside} actions={actions} tabs={tabs} back={back} />
      )}
      {props.summary}
      {result ? (
        <ResultPanel
          result={result}
          onClose={() => props.onResultClose?.()}
          closeLabel={texts.closeResult}
          moreLabel={texts.moreResults}
        />
      ) : null}
      {/* Before the table, so that a key reaches it from the box for all rows; it stands at the bottom of the window. */}
      {bulk ? (
        <SelectionBar
          count={bulk.count ?? bulk.selection.chosen.length}
          countText={texts.selected(bulk.count ?? bulk.selection.chosen.length)}
          label={texts.selection}
          clearLabel={texts.clearSelection}
          onClear={bulk.selection.clear}
          actions={bulk.actions}
          offer={bulk.offer}
        />
      ) : null}
      <ListTable {...props} count={counted} />
      {props.modes?.isEndless ? null : (
        <ListPages
          place={list.state}
          total={total}
          all={list.all}
          onChange={list.change}
          texts={texts.pages}
        />
      )}
      {props.children}
    </div>
  )
}

/** What was counted last stays in its own words until the next answer is there. */
function useCounted(
  words: string,
  { loading, rows }: { loading: boolean; rows: { length: number } },
): string {
  const last = useRef('')
  if (!loading || (last.current === '' && rows.length > 0)) last.current = words
  return rows.length === 0 && loading ? '' : last.current
}

/** The bar and the table, which share the model of the columns. */
function ListTable<Row>(props: Omit<ResourceListProps<Row>, 'count'> & { count: string }) {
  const { list, columns, bulk, rowActions, modes } = props
  const { state, change, texts } = list
  const model = useDataTable({
    columns,
    sort: state.sort,
    onSort: sort => change({ sort }),
    columnState: list.columnState,
    onColumnState: list.onColumnState,
  })
  const isTable = modes?.content === undefined
  const empty = isFiltered(state) ? <NoMatch list={list} /> : props.empty
  const error = list.error === undefined ? undefined : <Failed list={list} words={list.error} />
  const isGone = list.rows.length === 0 && !list.loading
  const end = (
    <>
      {modes?.choice}
      {isTable ? <ColumnsMenu model={model} texts={texts.columns} /> : null}
    </>
  )
  if (!isTable)
    return (
      <>
        <ListToolbar {...props} end={end} />
        {error ?? (isGone ? empty : modes.content)}
      </>
    )
  return (
    <>
      <ListToolbar {...props} end={end} />
      <DataTable
        label={props.title}
        model={model}
        rows={list.rows}
        rowId={props.rowId}
        selection={bulk && toSelection(bulk, texts.selectAll)}
        rowActions={rowActions && { label: texts.rowActions, ...rowActions }}
        total={list.total}
        offset={Math.max(0, state.page * state.take)}
        query={JSON.stringify(state)}
        loading={list.loading}
        loadingText={texts.loading}
        empty={empty}
        error={error}
        maxHeight="max(320px, calc(100dvh - 236px))"
      />
    </>
  )
}

/** Search, filters and selectors, the count, and what stands at the end. */
function ListToolbar<Row>(props: Omit<ResourceListProps<Row>, 'count'> & { count: string; end: ReactNode }) {
  const { state, change, texts } = props.list
  return (
    <Toolbar count={props.count} end={props.end}>
      {props.searchLabel === undefined ? null : (
        <ListSearch
          label={props.searchLabel}
          clearLabel={texts.clearSearch}
          value={state.query}
          onChange={query => change({ query })}
        />
      )}
      {props.filters ? (
        <ListFilters filters={props.filters} state={state} onChange={change} texts={texts} />
      ) : null}
      {props.selectors ? <div className="kn-list-selectors">{props.selectors}</div> : null}
    </Toolbar>
  )
}

const toSelection = <Row,>(
  { selection, rowLabel }: NonNullable<ResourceListProps<Row>['bulk']>,
  allLabel: string,
): DataTableProps<Row>['selection'] => ({ ...selection, rowLabel, allLabel })

function NoMatch<Row>({ list }: { list: ListModel<Row> }) {
  return (
    <EmptyState
      icon={<SearchX size={20} aria-hidden="true" />}
      title={list.texts.noMatchTitle}
      text={list.texts.noMatchText}
      actions={<ClearFilters list={list} />}
    />
  )
}

/** A filter in the address may be what the server refuses: trying again alone would lead nowhere. */
function Failed<Row>({ list, words }: { list: ListModel<Row>; words: string }) {
  const { texts, state, retry } = list
  const actions = isFiltered(state) ? <ClearFilters list={list} /> : null
  return (
    <ErrorState
      title={texts.failed}
      text={words}
      onRetry={retry}
      retryLabel={texts.retry}
      actions={actions}
    />
  )
}

function ClearFilters<Row>({ list: { texts, change } }: { list: ListModel<Row> }) {
  return <Button onClick={() => change({ query: '', filters: {} })}>{texts.clearFilters}</Button>
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
  offer?: { label: string; onSelect: () => void } | undefined
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
