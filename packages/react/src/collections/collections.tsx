import type { Collection } from '@kinora/core'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { lazyOfTenant } from '../kernel/tenant-gate.tsx'
import type { ListProps } from '../kernel/use-resource-list.ts'
import type { CollectionValues } from './use-collection.ts'
import type { CollectionFilters } from './use-collection-list.ts'

export type CollectionListProps = ListProps<Collection, CollectionFilters>

// NAV-18, COLL-01
/** The collections of the tenant, in the order in which its site shows them. */
export const CollectionList = lazyOfTenant<CollectionListProps>(
  async () => (await import('./collection-table.tsx')).CollectionTable,
)

// NAV-18, NAV-49, COLL-01 to COLL-06, COLL-13
/** A new collection with its classes, or one that is there. */
export const CollectionForm = lazyOfTenant<FormPageProps<keyof CollectionValues>>(
  async () => (await import('./collection-page.tsx')).CollectionPage,
)
