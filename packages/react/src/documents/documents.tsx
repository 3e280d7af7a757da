import type { Document } from '@kinora/core'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { lazyOfTenant } from '../kernel/tenant-gate.tsx'
import type { ListProps } from '../kernel/use-resource-list.ts'

export type DocumentListProps = ListProps<Document, { active: 'true' | 'false' }>

// NAV-20, DOC-05
/** The documents of the tenant. */
export const DocumentList = lazyOfTenant<DocumentListProps>(
  async () => (await import('./document-table.tsx')).DocumentTable,
)

// NAV-21, NAV-22, DOC-01 to DOC-06
/** A new document with its PDF, or one that is there. */
export const DocumentForm = lazyOfTenant<FormPageProps>(
  async () => (await import('./document-page.tsx')).DocumentPage,
)
