import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { Tenant } from './schema.ts'

export const tenants = noun('tenants', {
  list: get('/api/v1/tenant', {
    summary: 'The tenants in reach, without secrets (API-60)',
    input: ShortPageInput,
    output: Paged(Tenant),
    allow: [Role.Admin, Role.Tenant, Role.Support],
  }),
  config: get('/api/v1/tenant/config/{tenantId}', {
    summary: 'Languages of a tenant (API-42)',
    input: z.object({ tenantId: Id }),
    output: z.object({
      data: z.array(
        z.object({ tenant: Tenant.pick({ tenantID: true, languageCodes: true, languageTag: true }) }),
      ),
    }),
    allow: everyRole,
  }),
})
