import { Role } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { SiteChanges, SiteChangesInput } from './schema.ts'

/** † Not in the register: decision 0137. */
export const siteChanges = noun('site-changes', {
  list: get('/api/v1/sitechanges', {
    summary:
      '† The titles that come to a site and leave it by their dates within 90 days, with its collections and events that have them',
    input: SiteChangesInput,
    output: SiteChanges,
    allow: [Role.Admin, Role.Tenant, Role.Support],
    scope: 'site',
  }),
})
