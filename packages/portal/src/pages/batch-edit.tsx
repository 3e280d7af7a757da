import { BatchView } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'

/** NAV-35, BULK-13 */
export function BatchEditPage({ params: { batchId = '' } }: PageProps) {
  return (
    <BatchView
      key={batchId}
      batchId={batchId}
      listHref="/media/bulkUpload"
      titleHref={tag => `/media/contentTitles/edit/${encodeURIComponent(tag)}`}
    />
  )
}
