import { Role } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { SiteChanges, SiteChangesInput } from './schema.ts'

/** Calls for what appears on a site and what leaves it, by day (†, decision 0137). */
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
