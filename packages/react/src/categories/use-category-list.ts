import { type Category, type CategoryFilter, categories, mayChangeCategory, type Output } from '@kinora/core'
import { useCallback } from 'react'
import type { FixedFilter, ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { pagesOnly, type ResourceListModel, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite, type WriteResult } from '../kernel/use-write.ts'
import type { ListState } from '../ui/list/list-model.ts'
import { useCategoryReader, useCategoryTexts } from './category.tsx'

/** What each filter of categories may be. */
export interface CategoryFilters {
  promoted: 'true' | 'false'
  owner: 'platform' | 'tenant'
}

const owners = ['platform', 'tenant'] as const

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules: ListRules<keyof CategoryFilters> = {
  ...pagesOnly,
  filters: ['promoted', 'owner'],
  values: { promoted: ['true', 'false'], owner: owners },
  start: { ...pagesOnly.start, take: pagesOnly.all },
}

/** What is asked by them; both of two are all. */
const toFilter = ({ filters: { promoted = [], owner = [] } }: ListState): CategoryFilter => ({
  isPromoted: promoted.length === 1 ? promoted[0] === 'true' : undefined,
  owner: owner.length === 1 ? owners.find(one => one === owner[0]) : undefined,
})

export interface CategoryListOptions {
  /** Keeps filters and page in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  /** What is always asked for. */
  filter?: FixedFilter<CategoryFilters> | undefined
}

export interface CategoryListModel extends ResourceListModel<Category> {
  /** Whether this person may change a category, and move it. */
  mayChange: (row: Category) => boolean
  /** Stores an order of those that may be changed, by their ids. */
  reorder: (ids: readonly string[]) => Promise<WriteResult<Output<typeof categories.reorder>>>
}

/** The categories that a person may see, in display order; of customer support once a tenant is chosen. */
export function useCategoryList({ location, filter }: CategoryListOptions = {}): CategoryListModel {
  const { text } = useCategoryTexts()
  const { role, tenantId } = useCategoryReader() ?? {}
  const list = useResourceList(categories.list, {
    location,
    filter,
    rules,
    input: state => ({ tenantId, ...toFilter(state) }),
    enabled: role !== undefined,
  })
  const { send } = useWrite(categories.reorder, {
    invalidates: ['categories', 'metadata'],
    success: text('success.displayOrder'),
  })
  const mayChange = useCallback(
    (row: Category) => role !== undefined && mayChangeCategory(row, { role, tenantId }),
    [role, tenantId],
  )
  const reorder = (ids: readonly string[]) => send({ tenantId, categoryIds: [...ids] })
  return { ...list, mayChange, reorder }
}
