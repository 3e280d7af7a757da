import * as z from 'zod'
import { Role } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Provider } from './schema.ts'

export const providers = noun('providers', {
  list: get('/api/v1/provider', {
    summary: 'Providers, those of tenants kept apart (API-72, PROV-09)',
    output: z.object({ data: z.array(Provider), tenantProviders: z.array(Provider) }),
    allow: [Role.Admin, Role.Provider, Role.Support],
  }),
})
