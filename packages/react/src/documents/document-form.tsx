import { lazyOfTenant } from '../kernel/lazy-of-tenant.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'

/** NAV-21, NAV-22: a new document with its PDF, or one that is there (DOC-01 to DOC-06). */
export const DocumentForm = lazyOfTenant<FormPageProps>(
  async () => (await import('./document-page.tsx')).DocumentPage,
)
