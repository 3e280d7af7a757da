import { type ActiveState, type Collection, collections, type Output } from '@kinora/core'
import { useCallback } from 'react'
import type { FixedFilter, ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { pagesOnly, type ResourceListModel, toSorted, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite, type WriteResult } from '../kernel/use-write.ts'

/** What each filter of collections may be. */
export interface CollectionFilters {
  state: ActiveState
}

export const states: readonly ActiveState[] = ['Saved', 'Inactive', 'Active']

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules: ListRules = {
  ...pagesOnly,
  filters: ['state'],
  values: { state: states },
  sorts: ['displayOrder', 'name', 'createdDate'],
  start: { ...pagesOnly.start, take: pagesOnly.all, sort: { id: 'displayOrder', descending: false } },
}

/** Pictures of a card. */
const COVERS = 4

export interface CollectionListOptions {
  /** Keeps search, filters and sorting in the host's address; in memory unless given. */
  location?: LocationAdapter | undefined
  /** What is always asked for. */
  filter?: FixedFilter<CollectionFilters> | undefined
}

export interface CollectionListModel extends ResourceListModel<Collection> {
  /** Stores an order, by tags; of those between the first and the last that were moved. */
  reorder: (tags: readonly string[]) => Promise<WriteResult<Output<typeof collections.reorder>>>
  /** Deletes them; the answer names each, and why one stayed. */
  remove: (
    rows: readonly Pick<Collection, 'collectionTag'>[],
  ) => Promise<WriteResult<Output<typeof collections.remove>>>
}

/** The collections of the tenant that is acted for, in the order in which its site shows them. */
export function useCollectionList({ location, filter }: CollectionListOptions = {}): CollectionListModel {
  const tenantId = useActingTenant()?.tenantId ?? ''
  const list = useResourceList(collections.list, {
    location,
    filter,
    rules,
    tenantId,
    enabled: tenantId !== '',
    input: state => ({
      items: COVERS,
      state: states.filter(one => state.filters.state?.includes(one)),
      ...toSorted<'displayOrder'>(state),
    }),
  })
  const { send: order } = useWrite(collections.reorder)
  const { send: deleteAll } = useWrite(collections.remove)
  const reorder = useCallback(
    (tags: readonly string[]) => order({ tenantId, collectionIds: [...tags] }),
    [order, tenantId],
  )
  const remove = useCallback(
    (rows: readonly Pick<Collection, 'collectionTag'>[]) =>
      deleteAll({ tenantId, tags: rows.map(({ collectionTag }) => collectionTag) }),
    [deleteAll, tenantId],
  )
  return { ...list, reorder, remove }
}
