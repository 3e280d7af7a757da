import { adminTabs } from '@kinora/core'
import { AdminContent, useUser } from '@kinora/react'
import { useNavigation } from '../router/use-navigation.ts'
import { screenOf } from '../routes.tsx'

/** NAV-03, NAV-53; a tab whose screen doesn't exist yet is left out. */
export function AdminPage() {
  const navigation = useNavigation()
  const tabs = adminTabs(useUser().role).filter(({ href }) => screenOf(href) !== undefined)
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
