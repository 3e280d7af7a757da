import { TenantTabs as OwnTabs, PublishingScreen, useTexts } from '@kinora/react'
import { usePlace } from '../router/navigation.ts'
import { useUnsavedChangesGuard } from '../shell/form-page.tsx'
import { useRouterLocation } from '../shell/location.ts'
import { ChannelTabs } from './channel-tabs.tsx'
import { isOwn, tabHrefs, tenantsPath } from './tenant-hrefs.ts'
import { TenantTabs } from './tenant-tabs.tsx'

/** NAV-16 */
export function ChannelPublishingPage() {
  const { setDirty, dialog } = useUnsavedChangesGuard({ isPage: true })
  return (
    <>
      <PublishingScreen
        location={useRouterLocation()}
        tabs={<ChannelTabs current="publishing" />}
        onDirtyChange={setDirty}
      />
      {dialog}
    </>
  )
}

/** NAV-06, TENANT-28; among a tenant's own tabs no other can be chosen (C-88). */
export function TenantPublishingPage() {
  const { text } = useTexts()
  const location = useRouterLocation()
  const { search } = usePlace()
  const tenantId = new URLSearchParams(search).get('tenant') ?? undefined
  const own = tenantId !== undefined && isOwn(search)
  const tabs = own ? (
    <OwnTabs current="publishing" hrefs={tabHrefs} tenantId={tenantId} />
  ) : (
    <TenantTabs current="publishing" />
  )
  const back = own ? { href: tenantsPath, label: text('ui.nav.tenants') } : undefined
  const { setDirty, dialog } = useUnsavedChangesGuard({ isPage: true })
  return (
    <>
      <PublishingScreen {...{ location, tabs, back }} start="tenant" locked={own} onDirtyChange={setDirty} />
      {dialog}
    </>
  )
}
