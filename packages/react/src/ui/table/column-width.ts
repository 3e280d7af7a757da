import type { ColumnModel } from './use-data-table.ts'

/** Gives a column a width in px, within its bounds. */
export function resizeColumn({ table }: ColumnModel, head: HTMLElement, width: number): void {
  const id = head.dataset.column!
  const { minSize = 0, maxSize = 0 } = table.getColumn(id)!.columnDef
  const clamped = Math.round(Math.min(maxSize, Math.max(minSize, width)))
  table.setColumnSizing(before => ({ ...widthsBefore(head), ...before, [id]: clamped }))
}

/** The columns before one keep the width that they have, so that its edge stays under the pointer; those after it share what is left. */
function widthsBefore(head: HTMLElement): Record<string, number> {
  const heads = [...head.parentElement!.querySelectorAll<HTMLElement>('th[data-column]')]
  return Object.fromEntries(
    heads.slice(0, heads.indexOf(head)).map(each => [each.dataset.column!, each.offsetWidth]),
  )
}
