import { type PageId, type PlaceId, pathOf } from '@kinora/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { type LazyPage, lazyPage, type PageProps } from './lazy-page.tsx'

export interface PortalRoute {
  /** As the register writes it (NAV-01 to NAV-49); `$name` is a parameter. */
  path: string
  /** Entry of the sidebar that is current on this page. */
  entry: PlaceId
  /** The icon of the page, beside its name. */
  icon?: LucideIcon
  page: LazyPage
}

/** The pages of a plain noun. */
export type ResourcePages = Record<'list' | 'add' | 'edit', ComponentType<PageProps>>

/**
 * NAV-36 to NAV-39: the list where the entry of the sidebar leads to, and the form below it at `add` and `$id/edit`. The module
 * has the pages under the id of the entry.
 */
export function resourceRoutes<K extends PageId>(
  entry: K,
  icon: LucideIcon,
  load: () => Promise<Record<K, ResourcePages>>,
): PortalRoute[] {
  const path = pathOf(entry)
  const page = (kind: keyof ResourcePages) => lazyPage(async () => (await load())[entry], kind)
  return [
    { path, entry, icon, page: page('list') },
    { path: `${path}/add`, entry, page: page('add') },
    { path: `${path}/$id/edit`, entry, page: page('edit') },
  ]
}
