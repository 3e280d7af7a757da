import type { FormPageProps } from '../kernel/row-form.tsx'
import { lazyOfTenant } from '../kernel/tenant-gate.tsx'
import type { ListPageProps } from '../kernel/use-resource-list.ts'

/** NAV-18, COLL-01: the collections of the tenant, in the order in which its site shows them. */
export const CollectionList = lazyOfTenant<ListPageProps>(
  async () => (await import('./collection-table.tsx')).CollectionTable,
)

/** NAV-18, NAV-49: a new collection with its classes, or one that is there (COLL-01 to COLL-06, COLL-13). */
export const CollectionForm = lazyOfTenant<FormPageProps>(
  async () => (await import('./collection-page.tsx')).CollectionPage,
)
