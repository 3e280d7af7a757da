import type { Title } from '@kinora/core'
import { useMemo, useRef } from 'react'
import type { TableRows } from '../../ui/table/table-rows.ts'

export interface ChosenTitles {
  chosen: readonly Title[]
  /** Told which titles were just chosen. */
  remember(changed: readonly Title[]): void
}

/** The chosen titles of the page; of a long list also those that were scrolled away and are no longer held. */
export function useChosenTitles(rows: TableRows<Title>, selected: ReadonlySet<string>): ChosenTitles {
  const known = useRef(new Map<string, Title>())
  const chosen = useMemo(() => {
    if (selected.size === 0) known.current.clear()
    if (rows.load !== undefined) return [...selected].flatMap(tag => known.current.get(tag) ?? [])
    return Array.from({ length: rows.length }, (_, index) => rows.at(index)!).filter(row =>
      selected.has(row.tag),
    )
  }, [rows, selected])
  return {
    chosen,
    remember(changed) {
      for (const title of changed) known.current.set(title.tag, title)
    },
  }
}
