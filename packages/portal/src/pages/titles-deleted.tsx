import { DeletedTitleList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

/** † decision 0043 */
export function DeletedTitlesPage() {
  return <DeletedTitleList location={useRouterLocation()} listHref="/media/contentTitles" />
}
