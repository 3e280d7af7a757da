import type { PortalRoute } from '../src/router/resource-routes.ts'
import { outcomeOf, situationOf } from './outcomes.ts'
import type { Account } from './portal.ts'

/** Pages that open to tenants too, who only read there. */
const managed = /^\/(channels\/(\$id|add)|tenants\/(deleted|websettings|mobilesettings|\$id))/
/** Customer support has the tenant's screens below a longer header, which is one for all of them. */
const withLongHeader = new Set(['/', '/media/contentTitles'])
/** A form for new rows is the one for stored rows, titles and bulk uploads but; labels, focus areas and equipment share theirs, and publishing is one. */
const seenElsewhere =
  /(?<!contentTitles|bulkUpload)\/add$|^\/media\/(focusAreas|equipments)|^\/tenants\/publishing/

/** Whether a tenant can do on the page what it is for; an administrator can on all others. */
export const isTenants = ({ path }: Pick<PortalRoute, 'path'>): boolean =>
  outcomeOf(path, situationOf('tenant')).kind === 'screen' && !managed.test(path)

/** Whether `screens.test.ts` shows the route to the account, in every look. */
export function isLookedAt(route: Pick<PortalRoute, 'path'>, account: Account): boolean {
  if (account === 'support') return withLongHeader.has(route.path)
  if (account === 'provider' || seenElsewhere.test(route.path)) return false
  return isTenants(route) === (account === 'tenant')
}
