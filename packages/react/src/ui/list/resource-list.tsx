import { type ReactNode, useMemo } from 'react'
import { Toolbar } from '../frame/bars.tsx'
import { PageHeader, type PageHeaderProps } from '../frame/page-header.tsx'
import { fill, type PartProps } from '../part.ts'
import type { DataTableColumn } from '../table/data-table-columns.ts'
import { type ListFilter, ListFilters } from './list-filters.tsx'
import { ListPages } from './list-pages.tsx'
import { ListColumns, ListContent, ListCount, ListSelectionBar, ListTable } from './list-parts.tsx'
import { ListRoot, type ListRootProps, type RowActs } from './list-root.tsx'
import { ListSearch } from './list-search.tsx'
import { type BulkResult, ResultPanel } from './result-panel.tsx'

/** The places of a list: above all, its buttons, the bar of search and filters, where there are no rows, below the rows. */
export type ListSlot = 'header' | 'actions' | 'toolbar' | 'empty' | 'foot'

/** What a host makes of a ready-made list. */
export interface ListHost<Row> extends RowActs<Row>, PartProps<ListSlot> {
  /** In place of ours; `null` where the page has its own: the table keeps its name. */
  heading?: string | null | undefined
  /** The columns, made from ours: added, left out, put in order; the first is the row's name. Keep it stable. */
  columns?: ((ours: readonly DataTableColumn<Row>[]) => readonly DataTableColumn<Row>[]) | undefined
}

export interface ResourceListProps<Row>
  extends Pick<PageHeaderProps, 'text' | 'aside' | 'actions' | 'tabs' | 'back'>,
    Pick<ListRootProps<Row>, 'list' | 'rowId' | 'rowName' | 'columns' | 'rowMenu' | 'bulk' | 'part'> {
  /** Names page and table. */
  title: string
  /** What the host makes of it: the props of the list. */
  host?: ListHost<Row> | undefined
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
  /** At the end of a row, before its menu; keep it stable. */
  rowActions?: ListRootProps<Row>['rowEnd']
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
  const { title, text, aside, tabs, back, list, result, modes, count, host = {} } = props
  const { texts } = list
  const { slots = {}, classNames = {}, heading = title, rowActions, bulkActions, onOpen } = host
  const header = (
    <PageHeader
      title={heading}
      actions={fill(slots.actions, props.actions)}
      className={classNames.header}
      actionsClassName={classNames.actions}
      {...{ text, aside, tabs, back }}
    />
  )
  const toolbar = (
    <Toolbar
      className={classNames.toolbar}
      count={<ListCount>{count}</ListCount>}
      end={
        <>
          {modes?.choice}
          {modes?.content ? null : <ListColumns />}
        </>
      }
    >
      {props.searchLabel === undefined ? null : <ListSearch label={props.searchLabel} />}
      {props.filters ? <ListFilters filters={props.filters} /> : null}
      {props.selectors ? <div className="kn-list-selectors">{props.selectors}</div> : null}
    </Toolbar>
  )
  const empty = fill(slots.empty, props.empty)
  const emptyPlace = classNames.empty ? <div className={classNames.empty}>{empty}</div> : empty
  return (
    <ListRoot
      {...{ list, rowActions, bulkActions, onOpen }}
      part={props.part}
      className={host.className}
      rootRef={host.rootRef}
      rowId={props.rowId}
      rowName={props.rowName}
      columns={useHostColumns(props.columns, host.columns)}
      rowMenu={props.rowMenu}
      rowEnd={props.rowActions}
      bulk={props.bulk}
    >
      {fill(slots.header, header)}
      {props.summary}
      {result ? (
        <ResultPanel
          result={result}
          onClose={() => props.onResultClose?.()}
          closeLabel={texts.closeResult}
          moreLabel={texts.moreResults}
        />
      ) : null}
      <ListSelectionBar />
      {fill(slots.toolbar, toolbar)}
      {modes?.content ? (
        <ListContent empty={emptyPlace}>{modes.content}</ListContent>
      ) : (
        <ListTable label={heading ?? title} empty={emptyPlace} />
      )}
      {fill(slots.foot, modes?.isEndless ? null : <ListPages className={classNames.foot} />)}
      {props.children}
    </ListRoot>
  )
}

/** The columns of a list as its host has them. */
export function useHostColumns<Row>(
  ours: readonly DataTableColumn<Row>[],
  change: ListHost<Row>['columns'],
): readonly DataTableColumn<Row>[] {
  return useMemo(() => change?.(ours) ?? ours, [change, ours])
}
