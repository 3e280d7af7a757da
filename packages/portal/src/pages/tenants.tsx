import { DeletedTenantList, TenantList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'
import { tenantHref, tenantsPath } from './tenant-hrefs.ts'
import { TenantTabs } from './tenant-tabs.tsx'

/** NAV-05 */
export function TenantsPage() {
  return (
    <TenantList
      location={useRouterLocation()}
      rowHref={tenantHref}
      addHref={`${tenantsPath}/generalsettings/add`}
      deletedHref={`${tenantsPath}/deleted`}
      tabs={<TenantTabs current="tenants" />}
    />
  )
}

/** † C-98 */
export function DeletedTenantsPage() {
  return <DeletedTenantList location={useRouterLocation()} listHref={tenantsPath} />
}
