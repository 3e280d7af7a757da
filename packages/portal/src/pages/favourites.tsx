import { FavouriteList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

const titleHref = (tag: string): string => `/media/contentTitles/edit/${encodeURIComponent(tag)}`

/** NAV-49, NAV-72 */
export function FavouritesPage() {
  return <FavouriteList location={useRouterLocation()} titleHref={titleHref} />
}
