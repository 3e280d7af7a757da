import { type CSSProperties, type ReactNode, type UIEvent, useState } from 'react'
import { classes } from '../classes.ts'
import { DataTableBody } from './data-table-body.tsx'
import { selectWidth, toTracks } from './data-table-columns.ts'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableSkeleton } from './data-table-skeleton.tsx'
import { roles } from './table-roles.ts'
import type { TableRows } from './table-rows.ts'
import type { DataTableModel } from './use-data-table.ts'
import { type DataTableSelection, useSelection } from './use-selection.ts'

export interface DataTableProps<Row> {
  /** The name of the table. */
  label: string
  rows: TableRows<Row>
  /** Keep it stable, like the columns: the rows render again when one of them changes. */
  rowId: (row: Row) => string
  /** From `useDataTable`. */
  model: DataTableModel<Row>
  selection?: DataTableSelection<Row>
  /** At the end of a row: what appears on hover (`.kn-hover-actions`) and the row menu. */
  rowActions?: { label: string; width: number; render: (row: Row) => ReactNode }
  /** Rows in all pages and the place of the first one here. */
  total?: number
  offset?: number
  /** Stands for what was asked: when it changes, the rows start at the top. */
  query?: string
  loading?: boolean
  loadingText: string
  /** Shown when there are no rows and nothing is loading. */
  empty: ReactNode
  /** Shown instead of rows. */
  error?: ReactNode
  /** The height of the scroller, any CSS length. */
  maxHeight?: string
  className?: string
}

/** A table for many rows: virtual, sortable, selectable; cards when it is narrow. Sorting and paging are the caller's. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, model, selection, rowActions, loading, error, maxHeight } = props
  // State and not a ref: the body is mounted before its scroller is, and has to learn of it.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const boxes = useSelection(rows, rowId, selection)
  const tracks = toTracks(model.shown, {
    select: Boolean(selection),
    actionsWidth: rowActions?.width ?? 0,
    widths: model.columnState.columnSizing ?? {},
  })
  const style = {
    '--kn-table-columns': tracks.template,
    '--kn-table-min': `${tracks.least}px`,
    '--kn-table-height': maxHeight,
    '--kn-sticky-start': `${selection ? selectWidth : 0}px`,
  } as CSSProperties
  const shown = rows.length > 0 && !error
  const skeleton = loading && !shown && !error
  return (
    <div className={classes('kn-table-frame', props.className)} style={style}>
      <section
        ref={setScroller}
        className="kn-table-scroll"
        {...reachable}
        aria-label={props.label}
        onScrollCapture={markScrolled}
      >
        <table
          {...roles.table}
          className="kn-table"
          aria-label={props.label}
          aria-busy={loading || undefined}
          aria-rowcount={skeleton ? -1 : (props.total ?? rows.length) + 1}
        >
          <DataTableHead
            model={model}
            boxes={boxes}
            allLabel={selection?.allLabel}
            actionsLabel={rowActions?.label}
          />
          {shown ? <DataTableBody {...props} boxes={boxes} scroller={scroller} /> : null}
          {skeleton ? (
            <DataTableSkeleton columns={model.shown} selectable={Boolean(selection)} acts={!!rowActions} />
          ) : null}
        </table>
        {error ?? (shown || loading ? null : props.empty)}
      </section>
      <span className="kn-hidden" role="status">
        {loading ? props.loadingText : null}
      </span>
    </div>
  )
}

/** A scroller must be reachable by keyboard; what leaves its list hands the focus on to it. */
const reachable = { tabIndex: 0, 'data-focus-fallback': '' }

/** Comes before the rows are drawn anew: asked after that, the browser would have to lay the page out for the answer. */
function markScrolled({ currentTarget }: UIEvent<HTMLElement>) {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft !== 0)
}
