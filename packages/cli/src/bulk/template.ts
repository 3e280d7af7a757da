import { stringify } from 'csv-stringify/sync'
import { columns } from './columns.ts'

/**
 * The header, a row saying what each column takes and an example. Both begin with #, so that they are notes and
 * no title comes of them until the mark is removed (BULK-07, BULK-12).
 */
export function toTemplate(): string {
  const [id, ...rest] = columns
  return toCsv([
    [`# ${id!.help}`, ...rest.map(column => column.help)],
    [`# ${id!.example}`, ...rest.map(column => column.example)],
  ])
}

/** Rows of cells in the template's order, under its header. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return stringify([columns.map(column => column.name), ...rows])
}
