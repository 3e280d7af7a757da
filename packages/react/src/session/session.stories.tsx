import { Role } from '@kinora/core'
import { useEffect } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { tenantUser } from '../taxonomies/fixtures.tsx'
import { StoryKinora, storyUser } from '../testing/stories.tsx'
import { AccountMenu } from './account-menu.tsx'
import { OfflinePopup } from './offline-popup.tsx'
import { ActingBanner, ChooseTenantPrompt, TenantChooser } from './tenant-chooser.tsx'

export default { title: 'Session/Around the pages' }

const support = { ...storyUser, role: Role.Support, tenants: tenantUser.tenants }

export const Account = {
  render: () => (
    <StoryKinora>
      <AccountMenu theme="system" onThemeChange={() => undefined} />
    </StoryKinora>
  ),
}
export const Prompt = {
  render: () => (
    <StoryKinora answers={{ session: { verify: () => ({ user: support }) } }}>
      <ChooseTenantPrompt />
    </StoryKinora>
  ),
}
export const Acting = {
  render: () => (
    <StoryKinora
      answers={{ session: { verify: () => ({ user: support }) } }}
      prepare={({ session }) => session.chooseTenant(tenantUser.tenants[0]!)}
    >
      <TenantChooser />
      <ActingBanner />
    </StoryKinora>
  ),
}
/** Shown while the browser says that it is offline. */
export const Offline = {
  render: () => (
    <StoryKinora>
      <GoOffline />
      <OfflinePopup />
    </StoryKinora>
  ),
}

function GoOffline() {
  const { network } = useKinora()
  useEffect(() => {
    network.online()
    window.dispatchEvent(new Event('offline'))
  }, [network])
  return null
}
