import { TitleList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-27 */
export function TitlesPage() {
  const location = useRouterLocation()
  return (
    <TitleList
      location={location}
      titleHref={tag => `/media/contentTitles/edit/${encodeURIComponent(tag)}`}
      addHref="/media/contentTitles/add"
    />
  )
}
