import { TitleJobList } from '@kinora/react'
import { titleHref } from '../router/row-hrefs.ts'
import { useRouterLocation } from '../shell/location.ts'

/** † decision 0045 */
export function TitleJobsPage() {
  return <TitleJobList location={useRouterLocation()} titleHref={titleHref} listHref="/media/contentTitles" />
}
