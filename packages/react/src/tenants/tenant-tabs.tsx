import { type NavTab, NavTabs } from '../ui/frame/tabs.tsx'
import { useTenantTexts } from './texts.ts'

/** The screens of one tenant (NAV-55, C-89). */
export type TenantTab = 'general' | 'web' | 'app' | 'terms' | 'publishing'
/** Where each is; those without a place aren't shown. Without an id, of a tenant that isn't saved yet. Keep it stable. */
export type TenantTabHrefs = (tenantID: string | undefined) => Partial<Record<TenantTab, string>>

export interface TenantTabsProps {
  current: TenantTab
  hrefs: TenantTabHrefs | undefined
  /** undefined while the general settings aren't saved: all others are closed, and say why (NAV-56). */
  tenantID: string | undefined
}

const order: readonly TenantTab[] = ['general', 'web', 'app', 'terms', 'publishing']

export function TenantTabs({ current, hrefs, tenantID }: TenantTabsProps) {
  const { text } = useTenantTexts()
  const places = hrefs?.(tenantID) ?? {}
  const items = order.flatMap((id): NavTab[] => {
    const href = places[id]
    if (href === undefined) return []
    const isClosed = tenantID === undefined && id !== 'general'
    const disabled = isClosed ? text('ui.tenants.tabsLater') : undefined
    return [{ id, href, label: text(`ui.tenants.tab.${id}`), disabled }]
  })
  if (items.length < 2) return null
  return <NavTabs line label={text('ui.tenants.tabs')} items={items} current={current} />
}
