import type { FormPageProps } from '../kernel/row-form.tsx'
import { lazyOfTenant } from '../kernel/tenant-gate.tsx'
import type { ListPageProps } from '../kernel/use-resource-list.ts'

/** NAV-20, DOC-05: the documents of the tenant. */
export const DocumentList = lazyOfTenant<ListPageProps>(
  async () => (await import('./document-table.tsx')).DocumentTable,
)

/** NAV-21, NAV-22: a new document with its PDF, or one that is there (DOC-01 to DOC-06). */
export const DocumentForm = lazyOfTenant<FormPageProps>(
  async () => (await import('./document-page.tsx')).DocumentPage,
)
