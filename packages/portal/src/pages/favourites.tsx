import { FavouriteList } from '@kinora/react'
import { titleHref } from '../router/row-hrefs.ts'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-49, NAV-72 */
export function FavouritesPage() {
  return <FavouriteList location={useRouterLocation()} titleHref={titleHref} />
}
