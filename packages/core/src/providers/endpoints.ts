import * as z from 'zod'
import { Role } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { Provider } from './schema.ts'

export const providers = noun('providers', {
  list: get('/api/v1/provider', {
    summary: 'Providers by page, those of tenants kept apart (API-72, PROV-09)',
    input: ShortPageInput,
    output: Paged(Provider).extend({ tenantProviders: z.array(Provider) }),
    allow: [Role.Admin, Role.Provider, Role.Support],
  }),
})
