import { HomePage } from './pages/home.tsx'
import { type LazyPage, lazyPage, readyPage } from './router/lazy-page.tsx'

export interface PortalRoute {
  /** As the register writes it (NAV-01 to NAV-49); `$name` is a parameter. */
  path: string
  /** Entry of the sidebar that is current on this page. */
  entry: string
  page: LazyPage
}

/** The one table of screens. A path of the register that is missing here has no screen yet and is not found (NAV-48). */
export const routes: readonly PortalRoute[] = [
  { path: '/', entry: 'home', page: readyPage(HomePage) },
  {
    path: '/media/contentTitles',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/titles.tsx'), 'TitlesPage'),
  },
  {
    path: '/media/contentTitles/add',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/title-add.tsx'), 'TitleAddPage'),
  },
  {
    path: '/media/contentTitles/edit/$tag',
    entry: 'contentTitles',
    page: lazyPage(() => import('./pages/title-edit.tsx'), 'TitleEditPage'),
  },
  {
    path: '/media/bulkUpload',
    entry: 'bulkUpload',
    page: lazyPage(() => import('./pages/batches.tsx'), 'BatchesPage'),
  },
  {
    path: '/media/bulkUpload/add',
    entry: 'bulkUpload',
    page: lazyPage(() => import('./pages/batch-add.tsx'), 'BatchAddPage'),
  },
  {
    path: '/media/bulkUpload/$batchId/edit',
    entry: 'bulkUpload',
    page: lazyPage(() => import('./pages/batch-edit.tsx'), 'BatchEditPage'),
  },
  {
    path: '/media/labels',
    entry: 'labels',
    page: lazyPage(() => import('./pages/taxonomies.tsx'), 'LabelsPage'),
  },
  {
    path: '/media/labels/add',
    entry: 'labels',
    page: lazyPage(() => import('./pages/taxonomy-add.tsx'), 'LabelAddPage'),
  },
  {
    path: '/media/labels/$id/edit',
    entry: 'labels',
    page: lazyPage(() => import('./pages/taxonomy-edit.tsx'), 'LabelEditPage'),
  },
  {
    path: '/media/focusAreas',
    entry: 'focusAreas',
    page: lazyPage(() => import('./pages/taxonomies.tsx'), 'FocusAreasPage'),
  },
  {
    path: '/media/focusAreas/add',
    entry: 'focusAreas',
    page: lazyPage(() => import('./pages/taxonomy-add.tsx'), 'FocusAreaAddPage'),
  },
  {
    path: '/media/focusAreas/$id/edit',
    entry: 'focusAreas',
    page: lazyPage(() => import('./pages/taxonomy-edit.tsx'), 'FocusAreaEditPage'),
  },
  {
    path: '/media/equipments',
    entry: 'equipments',
    page: lazyPage(() => import('./pages/taxonomies.tsx'), 'EquipmentPage'),
  },
  {
    path: '/media/equipments/add',
    entry: 'equipments',
    page: lazyPage(() => import('./pages/taxonomy-add.tsx'), 'EquipmentAddPage'),
  },
  {
    path: '/media/equipments/$id/edit',
    entry: 'equipments',
    page: lazyPage(() => import('./pages/taxonomy-edit.tsx'), 'EquipmentEditPage'),
  },
]

/** Whether a sidebar entry leads somewhere that exists. */
export const hasScreen = (path: string): boolean => routes.some(route => route.path === path)

export interface RouteMatch {
  route: PortalRoute
  params: Readonly<Record<string, string>>
}

/** The route of an address and what its `$name` parts are; a path written out wins over one with parameters. */
export function matchRoute(pathname: string): RouteMatch | undefined {
  const matches = routes.flatMap(route => {
    const found = new RegExp(`^${route.path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')}/?$`).exec(pathname)
    return found === null ? [] : [{ route, params: decoded(found.groups) }]
  })
  return matches.sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0]
}

const decoded = (groups: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodePart(text)]))

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
