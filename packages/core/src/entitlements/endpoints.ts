import { Role } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Entitlement, EntitlementQuestion } from './schema.ts'

/** LIVE-08; F-2 `user report`: who sees members sees what they may watch. */
export const entitlements = noun('entitlements', {
  explain: post('/v4/portal/userreport/entitlement', {
    summary:
      '† Whether a member may see a title on the tenant’s site now, and why; the site is answered by the same rules',
    input: EntitlementQuestion,
    output: Entitlement,
    allow: [Role.Tenant, Role.Support],
    scope: 'tenant',
  }),
})
