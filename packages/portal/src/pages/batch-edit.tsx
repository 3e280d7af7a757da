import { BatchView } from '@kinora/react'
import { useParams } from '../router/use-navigation.ts'

/** NAV-35, BULK-13 */
export function BatchEditPage() {
  const { batchId = '' } = useParams()
  return (
    <BatchView
      key={batchId}
      batchId={batchId}
      listHref="/media/bulkUpload"
      titleHref={tag => `/media/contentTitles/edit/${encodeURIComponent(tag)}`}
    />
  )
}
