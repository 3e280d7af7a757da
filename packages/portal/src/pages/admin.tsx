import { adminTabs } from '@kinora/core'
import { AdminContent, useUser } from '@kinora/react'
import { useNavigation } from '../router/use-navigation.ts'

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
      onGo={navigation.push}
    />
  )
}
