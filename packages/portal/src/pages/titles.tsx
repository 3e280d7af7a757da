import { TitleList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

const titleHref = (tag: string): string => `/media/contentTitles/edit/${encodeURIComponent(tag)}`

/** NAV-27 */
export function TitlesPage() {
  const location = useRouterLocation()
  return (
    <TitleList
      location={location}
      titleHref={titleHref}
      addHref="/media/contentTitles/add"
      deletedHref="/media/contentTitles/deleted"
    />
  )
}
