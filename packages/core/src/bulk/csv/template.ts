import { columns } from './columns.ts'

/**
 * The header, a row saying what each column takes and an example. Both begin with #, so that they are notes and
 * no title comes of them until the mark is removed (BULK-07, BULK-12).
 */
export function templateRows(): string[][] {
  const [id, ...rest] = columns
  return [
    columns.map(column => column.name),
    [`# ${id!.help}`, ...rest.map(column => column.help)],
    [`# ${id!.example}`, ...rest.map(column => column.example)],
  ]
}
