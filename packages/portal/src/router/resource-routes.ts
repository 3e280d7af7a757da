import type { PlaceId } from '@kinora/core'
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

interface Resource<K extends string> {
  path: string
  entry: PlaceId
  icon: LucideIcon
  /** The module of the pages, and the name of their export. */
  load: () => Promise<Record<K, ResourcePages>>
  name: K
}

/** NAV-36 to NAV-39: `path` is the list, `path/add` and `path/$id/edit` the form. */
export function resourceRoutes<K extends string>(resource: Resource<K>): PortalRoute[] {
  const { path, entry, icon, load, name } = resource
  const page = (kind: keyof ResourcePages) => lazyPage(async () => (await load())[name], kind)
  return [
    { path, entry, icon, page: page('list') },
    { path: `${path}/add`, entry, page: page('add') },
    { path: `${path}/$id/edit`, entry, page: page('edit') },
  ]
}
