import { ALL_ROWS, PAGE_SIZE } from '@kinora/core'
import type { ReactNode } from 'react'
import type { ListState } from '../ui/list/list-model.ts'
import type { ListRules } from './list-state.ts'
import type { LocationAdapter } from './location.ts'

/** What the page of a list is told, whatever the noun. */
export interface ListPageProps {
  /** Keeps search and filters in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Where a row's form is; keep it stable. */
  rowHref?: (id: string) => string
  /** Given, a button leads to the page that adds a row. */
  addHref?: string
  /** The tabs of the section. */
  tabs?: ReactNode
}

/** Of a list with a search and the filter for active rows. */
export const searchRules: ListRules = {
  filters: ['active'],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

/** What such a list asks, as core's `SearchInput` has it. */
export const toSearch = ({ query, filters: { active = [] } }: ListState) => ({
  query: query || undefined,
  isActive: active.length === 1 ? active[0] === 'true' : undefined,
})
