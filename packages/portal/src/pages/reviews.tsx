import { ReviewList } from '@kinora/react'
import { titleHref } from '../router/row-hrefs.ts'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-33 */
export function ReviewsPage() {
  return <ReviewList location={useRouterLocation()} titleHref={titleHref} />
}
