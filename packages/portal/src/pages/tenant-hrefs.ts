import type { TenantPlaces } from '@kinora/react'

export const tenantsPath = '/tenants'
export const tenantHref = (id: string) => `${tenantsPath}/${encodeURIComponent(id)}`

/** In the address of a screen of the section that stands among a tenant's own tabs (C-88). */
const OWN = 'own'

export const isOwn = (search: string): boolean => new URLSearchParams(search).has(OWN)

/** NAV-55, C-89; without an id those of a tenant that isn't saved yet. */
export function tabHrefs(id: string | undefined): Partial<TenantPlaces> {
  const of = (path: string, query = '') =>
    `${tenantsPath}/${path}${id === undefined ? '' : `?${new URLSearchParams({ tenant: id })}${query}`}`
  return {
    general: id === undefined ? of('generalsettings/add') : tenantHref(id),
    web: of('websettings'),
    app: of('mobilesettings'),
    terms: id === undefined ? of('siteterms') : `${tenantsPath}/siteterms/${encodeURIComponent(id)}?${OWN}=`,
    publishing: of('publishing', `&${OWN}=`),
    ...(id !== undefined && { start: `${tenantsPath}/start/${encodeURIComponent(id)}` }),
    look: '/siteSettings/generalSettings',
    collection: '/collections/add',
  }
}
