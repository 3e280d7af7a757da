import { adminTabs } from '@kinora/core'
import { AdminContent, PlaybackData, useUser } from '@kinora/react'
import { useNavigation } from '../router/navigation.ts'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-03, NAV-53 */
export function AdminPage() {
  const navigation = useNavigation()
  const tabs = adminTabs(useUser().role)
  return (
    <AdminContent
      tabs={tabs}
      playbackHref="/admin/playback"
      textsHref="/admin/texts"
      auditHref="/admin/audit"
      keysHref="/apiKeys"
      webhooksHref="/webhooks"
      onGo={navigation.push}
    />
  )
}

/** NAV-49, NAV-72, PLAY-01 */
export function AdminPlaybackPage() {
  return <PlaybackData location={useRouterLocation()} backHref="/admin" />
}
