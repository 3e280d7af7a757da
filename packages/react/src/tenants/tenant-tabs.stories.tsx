import { StoryKinora } from '../testing/stories.tsx'
import { TenantTabs } from './tenant-tabs.tsx'

export default { title: 'Tenants/TenantTabs' }

const hrefs = () => ({ general: '#g', web: '#w', app: '#a', terms: '#t', publishing: '#p' })
const tabs = (tenantId: string | undefined) => (
  <StoryKinora>
    <TenantTabs current="general" hrefs={hrefs} tenantId={tenantId} />
  </StoryKinora>
)

export const New = { render: () => tabs(undefined) }
export const Full = { render: () => tabs('north') }
