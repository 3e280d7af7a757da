import { type ComponentType, lazy } from 'react'
import { HomePage } from './pages/home.tsx'

export interface PortalRoute {
  /** As the register writes it (NAV-01 to NAV-49); `$name` is a parameter. */
  path: string
  /** Entry of the sidebar that is current on this page. */
  entry: string
  page: ComponentType
}

const named = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy(async () => ({ default: (await load())[name] }))

/** The one table of screens. A path of the register that is missing here has no screen yet and is not found (NAV-48). */
export const routes: readonly PortalRoute[] = [
  { path: '/', entry: 'home', page: HomePage },
  {
    path: '/media/contentTitles',
    entry: 'contentTitles',
    page: named(() => import('./pages/titles.tsx'), 'TitlesPage'),
  },
  {
    path: '/media/contentTitles/add',
    entry: 'contentTitles',
    page: named(() => import('./pages/title-add.tsx'), 'TitleAddPage'),
  },
  {
    path: '/media/contentTitles/edit/$tag',
    entry: 'contentTitles',
    page: named(() => import('./pages/title-edit.tsx'), 'TitleEditPage'),
  },
]

/** Whether a sidebar entry leads somewhere that exists. */
export const hasScreen = (path: string): boolean => routes.some(route => route.path === path)
