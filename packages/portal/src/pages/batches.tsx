import { BatchList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-34 */
export function BatchesPage() {
  return <BatchList location={useRouterLocation()} batchHref={toBatchPage} addHref="/media/bulkUpload/add" />
}

const toBatchPage = (id: string): string => `/media/bulkUpload/${encodeURIComponent(id)}/edit`
