import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, get, noun, post } from '../kernel/endpoint.ts'
import { IetfTag, OfTenant, Version } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { TERMS_POLICY, TermsDraft, TermsFile } from './schema.ts'

const consentType = z.literal(TERMS_POLICY).default(TERMS_POLICY)

export const terms = noun('terms', {
  versions: get('/api/consentpolicy/version', {
    summary: 'The versions of a tenant’s terms, the newest first, a row for each language (API-90)',
    input: OfTenant.extend({ consentType, ...ShortPageInput.shape }),
    output: Paged(TermsFile),
    allow: [Role.Tenant, Role.Support, Role.Admin],
    scope: 'managed',
  }),
  upload: post('/api/consentpolicy/add', {
    summary: 'Stores a new version: one .html file for each language of the tenant (API-91)',
    input: OfTenant.extend(TermsDraft.shape),
    output: z.object({ version: z.int() }),
    allow: [Role.Support, Role.Admin],
    scope: 'managed',
    status: 201,
    multipart: true,
    headers: { tenantId: 'tenantId' },
    families: { file_: 'files', filename_: 'filenames' },
  }),
  download: get('/api/v2/consentpolicy/download', {
    summary: 'One language of a version, as it was uploaded (API-92)',
    input: OfTenant.extend({ languageCode: IetfTag, versionnumber: Version, consentType }),
    output: binary('text/html; charset=utf-8'),
    allow: [Role.Tenant, Role.Support, Role.Admin],
    scope: 'managed',
  }),
})
