import { session } from '@kinora/core'
import { ExternalLink } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { useTexts } from './message.ts'
import { useActingTenant, useUser } from './provider.tsx'
import { useRead } from './use-read.ts'

/** LIVE-02: where the site of the acting tenant is; undefined where none is served, or nobody's site is meant. */
export function useSiteHref(): string | undefined {
  const { tenants } = useUser()
  const acting = useActingTenant()
  const { data } = useRead(session.manifest, {})
  const tenant = acting ?? (tenants.length === 1 ? tenants[0] : undefined)
  if (data?.siteUrl === undefined || tenant === undefined) return undefined
  return data.siteUrl.replaceAll('{tenantId}', encodeURIComponent(tenant.tenantId))
}

/** LIVE-02: leads staff to the site of their tenant, in a tab of its own. */
export function SiteLink() {
  const { text } = useTexts()
  const href = useSiteHref()
  if (href === undefined) return null
  return (
    <ButtonLink
      href={href}
      target="_blank"
      rel="noreferrer"
      iconEnd={<ExternalLink size={16} aria-hidden="true" />}
    >
      {text('ui.site.see')}
    </ButtonLink>
  )
}
