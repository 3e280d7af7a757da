import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { roles } from './table-rows.ts'

export interface PlainColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Takes the room that the others leave. */
  wide?: boolean
}

export interface PlainTableProps<Row> {
  /** The name of the table. */
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  columns: readonly PlainColumn<Row>[]
  /** Shown where there are no rows. */
  empty?: ReactNode
  className?: string
}

/** A table for a page of rows with whole sentences in them; a list of cards where it is narrow. */
export function PlainTable<Row>({
  label,
  rows,
  rowId,
  columns,
  empty,
  className,
}: PlainTableProps<Row>): ReactNode {
  if (rows.length === 0) return empty ?? null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes('kn-plain', className)} aria-label={label} tabIndex={0}>
      <table {...roles.table} aria-label={label}>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(column => (
              <th key={column.id} {...roles.columnheader} scope="col" data-align={column.align}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map(row => (
            <tr key={rowId(row)} {...roles.row}>
              {columns.map(column => (
                <td
                  key={column.id}
                  {...roles.cell}
                  data-align={column.align}
                  data-wide={column.wide ? '' : undefined}
                  data-header={column.header}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
