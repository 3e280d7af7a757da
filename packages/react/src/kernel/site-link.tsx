import { Role, session, site } from '@kinora/core'
import { ExternalLink } from 'lucide-react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useTexts } from './message.ts'
import { useActingTenant, useUser } from './provider.tsx'
import { useRead } from './use-read.ts'
import { useWrite } from './use-write.ts'

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

/** LIVE-02: a page of the site as members see it now. */
export function SeeOnSite({ path }: { path: string }) {
  const { text } = useTexts()
  const href = useSiteHref()
  if (href === undefined) return null
  return (
    <ButtonLink href={`${href}${path}`} target="_blank" rel="noreferrer" iconEnd={external}>
      {text('ui.site.seeOn')}
    </ButtonLink>
  )
}

const external = <ExternalLink size={16} aria-hidden="true" />

interface PreviewOnSiteProps {
  tenantId: string
  /** Below the site, such as `classes/TAG`. */
  path?: string
  /** An instant; now where it is left out. */
  asOf?: string | undefined
  /** A title that isn’t published. */
  titleTag?: string
}

/**
 * LIVE-03: the same as it was or will be, or with a title before it is published. The token goes behind the address’s #, which no
 * server is told. The tab is opened with the click, as browsers ask for, and gets its address once there is a token.
 */
export function PreviewOnSite({ tenantId, path = '', ...what }: PreviewOnSiteProps) {
  const { text } = useTexts()
  const { role } = useUser()
  const href = useSiteHref()
  const ask = useWrite(site.preview, { invalidates: [] })
  if (href === undefined || (role !== Role.Tenant && role !== Role.Support)) return null
  const open = async () => {
    const tab = window.open('about:blank')
    const result = await ask.send({ tenantId, ...what })
    if (tab === null) return
    if (result.kind !== 'done') return tab.close()
    tab.opener = null
    tab.location.href = `${href}${path}#preview=${result.output.token}`
  }
  return (
    <Button onClick={() => void open()} loading={ask.isPending} iconEnd={external}>
      {text('ui.site.preview')}
    </Button>
  )
}
