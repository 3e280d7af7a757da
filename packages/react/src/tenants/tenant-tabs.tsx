import { tenants } from '@kinora/core'
import type { ReactNode } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { BackLink } from '../ui/frame/page-header.tsx'
import { type NavTab, NavTabs } from '../ui/frame/tabs.tsx'
import { useTenantTexts } from './texts.ts'

/** The screens of one tenant (NAV-55, C-89). */
export type TenantTab = 'general' | 'web' | 'app' | 'terms' | 'publishing'
/** What of a tenant has a place: its screens, its guided start, and what is done on its own site. */
export type TenantPlaces = Record<TenantTab | 'start' | 'look' | 'collection', string>
/** Where each is; those without a place aren't shown. Without an id, of a tenant that isn't saved yet. Keep it stable. */
export type TenantTabHrefs = (tenantId: string | undefined) => Partial<TenantPlaces>

export interface TenantTabsProps {
  current: TenantTab
  hrefs: TenantTabHrefs | undefined
  /** undefined while the general settings aren't saved: all others are closed, and say why (NAV-56). */
  tenantId: string | undefined
}

const order: readonly TenantTab[] = ['general', 'web', 'app', 'terms', 'publishing']

export function TenantTabs({ current, hrefs, tenantId }: TenantTabsProps) {
  const { text } = useTenantTexts()
  const places = hrefs?.(tenantId) ?? {}
  const items = order.flatMap((id): NavTab[] => {
    const href = places[id]
    if (href === undefined) return []
    const isClosed = tenantId === undefined && id !== 'general'
    const disabled = isClosed ? text('ui.tenants.tabsLater') : undefined
    return [{ id, href, label: text(`ui.tenants.tab.${id}`), disabled }]
  })
  if (items.length < 2) return null
  return <NavTabs line label={text('ui.tenants.tabs')} items={items} current={current} />
}

/** The way from a screen of one tenant back to all of them. */
export interface BackPlace {
  href: string
  label: string
}

/** C-88: a screen that stands among a tenant's own tabs bears its name, as the other tabs do, and leads back; else it is `title` alone. */
export function useOwnPage(
  title: string,
  { tenantId, back }: { tenantId: string | undefined; back: BackPlace | undefined },
): { title: string; back: ReactNode } {
  const isOwn = back !== undefined && tenantId !== undefined
  const { data } = useRead(tenants.view, { tenantId: tenantId ?? '' }, { enabled: isOwn })
  return {
    title: isOwn && data !== undefined ? `${data.name}: ${title}` : title,
    back: back && <BackLink href={back.href}>{back.label}</BackLink>,
  }
}
