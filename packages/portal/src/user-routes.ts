import { UserPlus, Users } from 'lucide-react'
import { lazyPage } from './router/lazy-page.tsx'
import type { PortalRoute } from './router/resource-routes.ts'

/** NAV-24, NAV-25: the members of the tenant's site. */
export const userRoutes: readonly PortalRoute[] = [
  {
    path: '/users/userManagement',
    entry: 'userManagement',
    icon: UserPlus,
    page: lazyPage(() => import('./pages/members.tsx'), 'MemberImportsPage'),
  },
  {
    path: '/users/userManagement/add',
    entry: 'userManagement',
    page: lazyPage(() => import('./pages/members.tsx'), 'MemberImportAddPage'),
  },
  {
    path: '/users/userManagement/$fileId/edit',
    entry: 'userManagement',
    page: lazyPage(() => import('./pages/members.tsx'), 'MemberImportPage'),
  },
  {
    path: '/users/userReport',
    entry: 'userReport',
    icon: Users,
    page: lazyPage(() => import('./pages/members.tsx'), 'MembersPage'),
  },
]
