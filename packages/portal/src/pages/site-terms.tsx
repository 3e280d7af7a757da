import { TenantTabs as OwnTabs, SiteTerms, useTexts } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useNavigation, usePlace } from '../router/navigation.ts'
import { useUnsavedChangesGuard } from '../shell/form-page.tsx'
import { isOwn, tabHrefs, tenantsPath } from './tenant-hrefs.ts'
import { TenantTabs } from './tenant-tabs.tsx'

/** NAV-07, NAV-08: the terms of the tenant of the address; among its own tabs no other can be chosen (C-88). */
export function SiteTermsPage({ params: { tenantId } }: PageProps) {
  const navigation = useNavigation()
  const own = isOwn(usePlace().search)
  const { text } = useTexts()
  const { setDirty, dialog } = useUnsavedChangesGuard()
  return (
    <>
      <SiteTerms
        tenantId={tenantId}
        onTenantChange={next => navigation.push(`/tenants/siteterms/${encodeURIComponent(next)}`)}
        onDirtyChange={setDirty}
        locked={own}
        back={own ? { href: tenantsPath, label: text('ui.nav.tenants') } : undefined}
        tabs={
          own ? (
            <OwnTabs current="terms" hrefs={tabHrefs} tenantId={tenantId} />
          ) : (
            <TenantTabs current="siteTerms" />
          )
        }
      />
      {dialog}
    </>
  )
}
