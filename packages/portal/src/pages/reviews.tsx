import { ReviewList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

const titleHref = (tag: string): string => `/media/contentTitles/edit/${encodeURIComponent(tag)}`

/** NAV-33 */
export function ReviewsPage() {
  return <ReviewList location={useRouterLocation()} titleHref={titleHref} />
}
