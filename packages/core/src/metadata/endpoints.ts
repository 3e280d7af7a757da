import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Id } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { Language, Metadata } from './schema.ts'

export const metadata = noun('metadata', {
  view: get('/api/v1/metadata', {
    summary: 'Everything a title’s form chooses from; customer support sends the tenant (API-02)',
    input: z.object({ tenantId: Id.optional() }),
    output: Metadata,
    allow: everyRole,
    headers: { tenantId: 'tenantId' },
  }),
  languages: get('/api/v1/languages', {
    summary: 'The 28 content languages (API-04)',
    input: ShortPageInput,
    output: Paged(Language),
    allow: everyRole,
  }),
})
