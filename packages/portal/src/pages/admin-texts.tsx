import { TextList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

/** I18N-03 */
export function AdminTextsPage() {
  return <TextList location={useRouterLocation()} backHref="/admin" />
}
