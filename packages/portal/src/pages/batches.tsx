import { BatchList } from '@kinora/react'

/** NAV-34 */
export function BatchesPage() {
  return <BatchList batchHref={toBatchPage} addHref="/media/bulkUpload/add" />
}

const toBatchPage = (id: string): string => `/media/bulkUpload/${encodeURIComponent(id)}/edit`
