import { BatchView } from '@kinora/react'
import { useParams } from '@tanstack/react-router'

/** NAV-35, BULK-13 */
export function BatchEditPage() {
  const { batchId } = useParams({ strict: false }) as { batchId: string }
  return (
    <BatchView
      key={batchId}
      batchId={batchId}
      listHref="/media/bulkUpload"
      titleHref={tag => `/media/contentTitles/edit/${encodeURIComponent(tag)}`}
    />
  )
}
