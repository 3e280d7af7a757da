import { BatchView } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { titleHref } from '../router/row-hrefs.ts'

/** NAV-35, BULK-13 */
export function BatchEditPage({ params: { batchId = '' } }: PageProps) {
  return <BatchView key={batchId} batchId={batchId} listHref="/media/bulkUpload" titleHref={titleHref} />
}
