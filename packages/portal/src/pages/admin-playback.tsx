import { PlaybackData } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-49, NAV-72, PLAY-01 */
export function AdminPlaybackPage() {
  return <PlaybackData location={useRouterLocation()} backHref="/admin" />
}
