import * as z from 'zod'
import { Role } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Readiness } from './schema.ts'

export const readiness = noun('readiness', {
  view: get('/api/v1/tenant/readiness/{tenantId}', {
    summary: 'What a tenant still needs until its site is live, step by step (†)',
    input: z.object({ tenantId: Id }),
    output: Readiness,
    allow: [Role.Admin, Role.Support],
    scope: 'managed',
  }),
})
