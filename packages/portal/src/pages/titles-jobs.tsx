import { TitleJobList } from '@kinora/react'
import { titleHref } from '../home/use-home-titles.ts'
import { useRouterLocation } from '../shell/location.ts'

/** † decision 0045 */
export function TitleJobsPage() {
  return <TitleJobList location={useRouterLocation()} titleHref={titleHref} listHref="/media/contentTitles" />
}
