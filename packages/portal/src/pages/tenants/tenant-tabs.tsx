import { termsTexts } from '@kinora/core'
import { NavTabs, useTexts } from '@kinora/react'
import { screenOf } from '../../routes.tsx'
import { type SectionTab, sectionTabs } from './section-tabs.ts'

/** NAV-54 */
export function TenantTabs({ current }: { current: SectionTab }) {
  const { text } = useTexts(termsTexts)
  const items = sectionTabs
    .filter(({ href }) => screenOf(href) !== undefined)
    .map(({ id, href }) => ({ id, href, label: text(`ui.tenantSection.tab.${id}`) }))
  return <NavTabs label={text('ui.tenantSection.tabs')} items={items} current={current} line />
}
