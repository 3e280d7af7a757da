import { type Category, categories, mayChangeCategory, type Output } from '@kinora/core'
import { useCallback } from 'react'
import type { ListStateOptions } from '../kernel/list-state.ts'
import { pagesOnly, type ResourceListModel, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite, type WriteResult } from '../kernel/use-write.ts'
import { useCategoryReader, useCategoryTexts } from './category.tsx'

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules = { ...pagesOnly, start: { ...pagesOnly.start, take: pagesOnly.all } }

export interface CategoryListModel extends ResourceListModel<Category> {
  /** Whether this person may change a category, and move it. */
  mayChange: (row: Category) => boolean
  /** Stores an order of those that may be changed, by their ids. */
  reorder: (ids: readonly string[]) => Promise<WriteResult<Output<typeof categories.reorder>>>
}

/** The categories that a person may see, in display order; of customer support once a tenant is chosen. */
export function useCategoryList({ location }: Pick<ListStateOptions, 'location'> = {}): CategoryListModel {
  const { text } = useCategoryTexts()
  const { role, tenantId } = useCategoryReader() ?? {}
  const list = useResourceList(categories.list, {
    ...{ location, rules, input: () => ({ tenantId }) },
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
