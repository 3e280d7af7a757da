import { lazyOfTenant } from '../kernel/lazy-of-tenant.tsx'
import type { ListPageProps } from '../kernel/search-list.ts'

/** NAV-20, DOC-05: the documents of the tenant. */
export const DocumentList = lazyOfTenant<ListPageProps>(
  async () => (await import('./document-entries.tsx')).DocumentEntries,
)
