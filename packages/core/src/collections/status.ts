import * as z from 'zod'
import { machine } from '../kernel/machine.ts'
import type { Collection } from './schema.ts'

export const CollectionStatus = z.enum(['inactive', 'active', 'featured'])
export type CollectionStatus = z.infer<typeof CollectionStatus>

/**
 * E-11, COLL-05: a featured one can’t be deactivated, an inactive one not featured. `unfeature` is also what happens to the
 * former one when another is featured (COLL-07).
 */
export const collectionStatus = machine<
  CollectionStatus,
  'activate' | 'deactivate' | 'feature' | 'unfeature'
>({
  inactive: { activate: 'active' },
  active: { deactivate: 'inactive', feature: 'featured' },
  featured: { unfeature: 'active' },
})

/** The state that the flags make. */
export const toCollectionStatus = ({
  active,
  isFeaturedCollection,
}: Pick<Collection, 'active' | 'isFeaturedCollection'>): CollectionStatus =>
  isFeaturedCollection ? 'featured' : active ? 'active' : 'inactive'
