import * as z from 'zod'
import { Role } from '../access.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import {
  Email,
  Id,
  KnownVersion,
  LimitedText,
  ProviderPassword,
  removalWithReason,
} from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import { ProviderAccount, ProviderDraft, ProviderRecord } from './schema.ts'

/** F-2: administrators and customer support manage all providers (C-91); a provider reads its own record (C-101). */
const managers = callsFor({ allow: [Role.Admin, Role.Support], scope: 'managed' })
const readers = callsFor({ allow: [Role.Admin, Role.Provider, Role.Support], scope: 'managed' })
const { name, contact, mediaPlatform, ...rest } = ProviderDraft.shape
/** PROV-08 */
const userRole = z.literal(1, 'provider.userRole').default(1)

export const providers = noun('providers', {
  list: readers.get('/api/v1/provider', {
    summary: 'Providers by page, those of tenants kept apart (API-72, PROV-09)',
    input: ShortPageInput.extend({
      query: LimitedText().optional(),
      /** Those of tenants in `data`. */
      isTenantProvider: z.boolean().optional(),
      /** C-98: those that were deleted within 30 days. */
      isDeleted: z.boolean().optional(),
    }),
    output: Paged(ProviderRecord).extend({ tenantProviders: z.array(ProviderRecord) }),
  }),
  view: readers.get('/api/v1/provider/{tag}', {
    summary: 'A provider, or one that belongs to a tenant (†)',
    input: z.object({ tag: Id }),
    output: ProviderRecord,
  }),
  create: managers.post('/api/v1/provider', {
    summary: 'Adds a provider with the account that signs in for it, and answers with its tag (API-70)',
    input: z
      .object({ name, contact, mediaPlatform, ...ProviderAccount.shape, userRole })
      .extend(z.object(rest).partial().shape),
    output: z.object({ tag: Id }),
    status: 201,
  }),
  update: managers.put('/api/v1/provider/{tag}', {
    summary:
      'Changes a provider; what is left out stays, as do a blank password and a blank secret (API-71, C-99, C-124)',
    input: z
      .object({
        tag: Id.min(1),
        ...ProviderDraft.partial().shape,
        /** C-99: may be sent, not changed. */
        email: Email.optional(),
        password: z.literal('').or(ProviderPassword).optional(),
        userRole,
      })
      .extend(KnownVersion.shape),
    output: ProviderRecord,
  }),
  remove: managers.del('/api/v1/providers', {
    summary: 'Deletes providers, each on its own; one that owns titles or channels stays (API-73, C-98)',
    input: z.object({ ids: z.array(Id).min(1).max(limits.list) }),
    body: 'ids',
    output: z.object({
      data: z.array(removalWithReason({ id: 'tag' }).extend({ id: Id.meta({ wire: 'tag' }) })),
    }),
  }),
  restore: managers.post('/api/v1/provider/{tag}/restore', {
    summary: 'Restores a provider within 30 days of its deletion (C-98)',
    input: z.object({ tag: Id.min(1) }),
    output: ProviderRecord,
  }),
})
