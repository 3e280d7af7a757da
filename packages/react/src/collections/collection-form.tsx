import { lazyOfTenant } from '../kernel/lazy-of-tenant.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'

/** NAV-18, NAV-49: a new collection with its classes, or one that is there (COLL-01 to COLL-06, COLL-13). */
export const CollectionForm = lazyOfTenant<FormPageProps>(
  async () => (await import('./collection-page.tsx')).CollectionPage,
)
