import { lazyOfTenant } from '../kernel/lazy-of-tenant.tsx'
import type { ListPageProps } from '../kernel/search-list.ts'

/** NAV-18, COLL-01: the collections of the tenant, in the order in which its site shows them. */
export const CollectionList = lazyOfTenant<ListPageProps>(
  async () => (await import('./collection-entries.tsx')).CollectionEntries,
)
