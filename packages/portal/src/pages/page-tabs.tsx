import { channelTabs, type LibraryTab, libraryTabs, termsTexts } from '@kinora/core'
import { NavTabs, type TenantTab, useChannelTexts, useTexts, useUser } from '@kinora/react'
import { screenOf } from '../routes.tsx'

/** NAV-54 */
export function TenantTabs({ current }: { current: SectionTab }) {
  const { text } = useTexts(termsTexts)
  const items = sectionTabs
    .filter(({ href }) => screenOf(href) !== undefined)
    .map(({ id, href }) => ({ id, href, label: text(`ui.tenantSection.tab.${id}`) }))
  return <NavTabs label={text('ui.tenantSection.tabs')} items={items} current={current} line />
}

export const tenantsPath = '/tenants'
export const tenantHref = (id: string) => `${tenantsPath}/${encodeURIComponent(id)}`

/** In the address of a screen of the section that stands among a tenant's own tabs (C-88). */
const OWN = 'own'

export const isOwn = (search: string): boolean => new URLSearchParams(search).has(OWN)

/** NAV-55, C-89; without an id those of a tenant that isn't saved yet. */
export function tabHrefs(id: string | undefined): Record<TenantTab, string> {
  const of = (path: string, query = '') =>
    `${tenantsPath}/${path}${id === undefined ? '' : `?${new URLSearchParams({ tenant: id })}${query}`}`
  return {
    general: id === undefined ? of('generalsettings/add') : tenantHref(id),
    web: of('websettings'),
    app: of('mobilesettings'),
    terms: id === undefined ? of('siteterms') : `${tenantsPath}/siteterms/${encodeURIComponent(id)}?${OWN}=`,
    publishing: of('publishing', `&${OWN}=`),
  }
}

/** NAV-54: the tabs of the tenants section, in order; one whose screen doesn't exist yet is left out. */
const sectionTabs = [
  { id: 'tenants', href: '/tenants' },
  { id: 'publishing', href: '/tenants/publishing' },
  { id: 'siteTerms', href: '/tenants/siteterms' },
] as const
type SectionTab = (typeof sectionTabs)[number]['id']

/** NAV-58 */
export function LibraryTabs({ current }: { current: LibraryTab }) {
  const { text } = useTexts()
  const items = libraryTabs(useUser().role).map(({ id, href }) => ({ id, href, label: text(`ui.nav.${id}`) }))
  return <NavTabs label={text('ui.nav.media')} items={items} current={current} line />
}

/** NAV-57 */
export function ChannelTabs({ current }: { current: 'channels' | 'publishing' }) {
  const { text } = useChannelTexts()
  const items = channelTabs(useUser().role).map(({ id, href }) => ({
    id,
    href,
    label: text(`ui.channels.tab.${id}`),
  }))
  return <NavTabs label={text('ui.channels.tabs')} items={items} current={current} line />
}
