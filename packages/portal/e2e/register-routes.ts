import { Role } from '@kinora/core'

/** What becomes of an address: it opens, opens with the notice of ROLE-16, or leads elsewhere. */
export type Fate = 'opens' | 'notice' | `/${string}`

interface RegisterRoute {
  /** NAV-01 to NAV-49 */
  ids: string
  /** As the register writes it. */
  path: string
  /** Of an administrator, a provider, a tenant and customer support, in this order. */
  fates: readonly [Fate, Fate, Fate, Fate]
  /** The page's heading; left out where it names a record. */
  heading?: RegExp
}

/** In the order of `fates`. */
export const registerRoles = [Role.Admin, Role.Provider, Role.Tenant, Role.Support] as const

const everyone = ['opens', 'opens', 'opens', 'opens'] as const
const tenantsOwn = ['/', '/', 'opens', 'opens'] as const
const notProviders = ['opens', 'notice', 'opens', 'opens'] as const
const notTenants = ['opens', 'opens', 'notice', 'opens'] as const
const platform = ['opens', 'notice', 'notice', 'opens'] as const
const adminContent = ['opens', 'notice', 'notice', '/admin/report'] as const
const bulk = ['/', 'opens', 'opens', 'opens'] as const
const leading = (to: `/${string}`) => ['/', '/', to, to] as const

const rows: readonly [string, string, RegisterRoute['fates'], RegExp?][] = [
  ['NAV-01', '/', everyone, /^Welcome, /],
  ['NAV-03, NAV-53', '/admin', adminContent, /^Admin$/],
  ['NAV-04', '/admin/report', platform, /^Reports$/],
  ['NAV-05', '/tenants', notProviders, /^Tenants$/],
  ['NAV-06', '/tenants/publishing', platform, /^Publishing$/],
  ['NAV-07', '/tenants/siteterms', notProviders, /^Site terms$/],
  ['NAV-08', '/tenants/siteterms/{tenantId}', notProviders, /^Site terms$/],
  ['NAV-09', '/tenants/generalsettings/add', notProviders],
  ['NAV-10', '/tenants/generalsettings/edit', notProviders],
  ['NAV-11', '/tenants/websettings', notProviders, /Web\/Mobile settings$/],
  ['NAV-12', '/tenants/mobilesettings', notProviders, /Mobile App settings$/],
  ['NAV-13', '/tenants/{tenantID}', notProviders],
  ['NAV-14', '/providers', notTenants, /^Providers$/],
  ['NAV-15', '/channels', everyone, /^Channels$/],
  ['NAV-16', '/channels/publishing', platform, /^Publishing$/],
  ['NAV-17', '/schedule', tenantsOwn, /^Schedule$/],
  ['NAV-18', '/collections', tenantsOwn, /^Collections$/],
  ['NAV-19', '/subscriptions', tenantsOwn, /^Subscriptions$/],
  ['NAV-20', '/documents', tenantsOwn, /^Documents$/],
  ['NAV-21', '/documents/add', tenantsOwn, /^New document$/],
  ['NAV-22', '/documents/{documentId}/edit', tenantsOwn],
  ['NAV-23', '/users', leading('/users/userManagement')],
  ['NAV-24', '/users/userManagement', tenantsOwn, /^Imports$/],
  ['NAV-25', '/users/userReport', tenantsOwn, /^Members$/],
  ['NAV-26', '/media', Array(4).fill('/media/contentTitles') as unknown as RegisterRoute['fates']],
  ['NAV-27', '/media/contentTitles', everyone, /^Content titles$/],
  ['NAV-28', '/media/contentTitles/edit/{tag}', everyone],
  ['NAV-29', '/media/categories', everyone, /^Categories$/],
  ['NAV-30', '/media/categories/{categoryId}/edit', everyone],
  ['NAV-31', '/media/categories/{categoryId}/subcategory/add', everyone],
  ['NAV-32', '/media/categories/{categoryId}/subcategory/{id}/edit', everyone],
  ['NAV-33', '/media/reviews', everyone, /^Reviews$/],
  ['NAV-34', '/media/bulkUpload', bulk, /^Bulk upload$/],
  ['NAV-35', '/media/bulkUpload/{batchId}/edit', bulk],
  ['NAV-36', '/media/labels', tenantsOwn, /^Labels$/],
  ['NAV-37', '/media/focusAreas', tenantsOwn, /^Focus areas$/],
  ['NAV-38', '/media/equipments', tenantsOwn, /^Equipment$/],
  ['NAV-39', '/media/labels/{id}/edit', tenantsOwn],
  ['NAV-39', '/media/focusAreas/{id}/edit', tenantsOwn],
  ['NAV-39', '/media/equipments/{id}/edit', tenantsOwn],
  ['NAV-40', '/siteSettings', leading('/siteSettings/generalSettings')],
  ['NAV-41', '/siteSettings/socialLinks', tenantsOwn, /^Social links$/],
  ['NAV-42', '/siteSettings/customLinks', tenantsOwn, /^Custom links$/],
  ['NAV-43', '/siteSettings/customLinks/{tag}/edit', tenantsOwn],
  ['NAV-44', '/siteSettings/appLinks', tenantsOwn, /^App links$/],
  ['NAV-45', '/siteSettings/generalSettings', tenantsOwn, /^General settings$/],
  ['NAV-46', '/siteSettings/webSettings', tenantsOwn, /^Web settings$/],
  ['NAV-47', '/siteSettings/appSettings', tenantsOwn, /^App settings$/],
  ['NAV-49', '/providers/add', notTenants],
  ['NAV-49', '/providers/{tag}/edit', notTenants],
  ['NAV-49', '/channels/add', everyone],
  ['NAV-49', '/channels/{tag}/edit', everyone],
  ['NAV-49', '/schedule/add', tenantsOwn, /^New event$/],
  ['NAV-49', '/schedule/{event_Id}/edit', tenantsOwn],
  ['NAV-49', '/collections/add', tenantsOwn, /^New collection$/],
  ['NAV-49', '/collections/{tag}/edit', tenantsOwn],
  ['NAV-49', '/subscriptions/add', tenantsOwn, /^New subscription$/],
  ['NAV-49', '/subscriptions/{subsPackageId}/edit', tenantsOwn],
  ['NAV-49', '/media/contentTitles/add', everyone, /^New title$/],
  ['NAV-49', '/media/categories/add', everyone],
  ['NAV-49', '/media/labels/add', tenantsOwn, /^New label$/],
  ['NAV-49', '/media/focusAreas/add', tenantsOwn, /^New focus area$/],
  ['NAV-49', '/media/equipments/add', tenantsOwn, /^New equipment$/],
  ['NAV-49', '/media/bulkUpload/add', bulk],
  ['NAV-49', '/siteSettings/customLinks/add', tenantsOwn, /^New link$/],
  ['NAV-49, NAV-72, PLAY-01', '/admin/playback', adminContent, /^Playback data$/],
  ['NAV-49, NAV-70, NAV-72', '/gettingStarted', everyone, /^Getting started$/],
  ['NAV-49, NAV-72', '/favourites', tenantsOwn, /^Favourites$/],
]

/** F-1 of the register, written out: what the portal's own tables are compared with. */
export const registerRoutes: readonly RegisterRoute[] = rows.map(([ids, path, fates, heading]) => ({
  ...{ ids, path, fates },
  ...(heading && { heading }),
}))

/** Names of parameters are the portal's own. */
export const shapeOf = (path: string): string => path.replace(/\{\w+\}|\$\w+/g, '*')
