import { termsTexts } from '@kinora/core'
import { NavTabs, useTexts } from '@kinora/react'
import { screenOf } from '../routes.tsx'

/** NAV-54 */
export function TenantTabs({ current }: { current: SectionTab }) {
  const { text } = useTexts(termsTexts)
  const items = sectionTabs
    .filter(({ href }) => screenOf(href) !== undefined)
    .map(({ id, href }) => ({ id, href, label: text(`ui.tenantSection.tab.${id}`) }))
  return <NavTabs label={text('ui.tenantSection.tabs')} items={items} current={current} line />
}

/** NAV-54: the tabs of the tenants section, in order; one whose screen doesn't exist yet is left out. */
const sectionTabs = [
  { id: 'tenants', href: '/tenants' },
  { id: 'publishing', href: '/tenants/publishing' },
  { id: 'siteTerms', href: '/tenants/siteterms' },
] as const
type SectionTab = (typeof sectionTabs)[number]['id']
