import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { callsFor, get, noun, post } from '../kernel/endpoint.ts'
import { Id, KnownVersion } from '../kernel/fields.ts'
import { Paged, ShortPageInput } from '../kernel/pages.ts'
import {
  AppKeys,
  answeredTenantId,
  DeletedTenant,
  KeysInput,
  requiredOfTenant,
  Tenant,
  TenantDraft,
  TenantId,
  TenantRemoval,
  TenantSearch,
  TenantSettings,
} from './schema.ts'

/** F-2: whoever manages tenants reaches all of them (C-91). */
const managers = callsFor({ allow: [Role.Admin, Role.Support], scope: 'managed' })
/** F-1: a tenant reads its own. */
const readers = callsFor({ allow: [Role.Admin, Role.Tenant, Role.Support], scope: 'managed' })
const byId = z.object({ tenantId: TenantId.meta({ wire: 'tenantID' }) })
const byPath = z.object({ id: TenantId })

export const tenants = noun('tenants', {
  list: readers.get('/api/v1/tenant', {
    summary: 'The tenants in reach, without secrets (API-60)',
    input: TenantSearch,
    output: Paged(Tenant),
  }),
  config: get('/api/v1/tenant/config/{tenantId}', {
    summary: 'Languages of a tenant, and whether it shows the platform’s categories alone (API-42, C-141)',
    input: z.object({ tenantId: Id }),
    output: z.object({
      data: z.array(
        z.object({
          tenant: Tenant.pick({
            tenantId: true,
            languageCodes: true,
            languageTag: true,
            isPlatformOwnedCategories: true,
          }),
        }),
      ),
    }),
    allow: everyRole,
    scope: 'managed',
  }),
  view: readers.post('/v4/portal/generalsettings/get', {
    summary: 'General settings of a tenant; of secrets whether they are set (API-62)',
    input: byId,
    output: TenantSettings,
  }),
  create: managers.post('/v4/portal/generalsettings/add', {
    summary: 'Adds a tenant and answers with its id, which is made of the name unless given (API-63)',
    input: byId.partial().extend(TenantDraft.partial().required(requiredOfTenant).shape),
    output: byId,
    status: 201,
  }),
  update: managers.put('/v4/portal/generalsettings/update', {
    summary:
      'Changes general settings; what is left out stays, and so do secrets that are blank. null removes a secret (API-63)',
    input: byId.extend(TenantDraft.partial().shape).extend(KnownVersion.shape),
    output: TenantSettings,
  }),
  remove: managers.del('/api/v1/tenant', {
    summary: 'Deletes tenants, each on its own; one that owns titles or channels stays (API-61)',
    input: z.object({ tenantIds: z.array(TenantId).min(1).max(100).meta({ wire: 'tenantIDs' }) }),
    output: z.array(TenantRemoval),
    body: 'tenantIds',
  }),
  deleted: managers.get('/api/v1/tenant/deleted', {
    summary: 'Tenants that were deleted and can still be restored, the last deleted first (†, C-98)',
    input: ShortPageInput,
    output: Paged(DeletedTenant),
  }),
  restore: managers.put('/api/v1/tenant/restore', {
    summary: 'Restores a deleted tenant with all that belongs to it (†, C-98)',
    input: byId,
    output: TenantSettings,
  }),
  keys: managers.get('/api/v1/tenant/appkeysecret/{id}', {
    summary: 'Access key and secret key of a tenant; null where none was generated (API-67)',
    input: byPath,
    output: z.object({ keys: AppKeys }),
    isSecret: true,
  }),
  generateKeys: managers.put('/api/v1/tenant/appkeysecret/GenerateKey/{id}', {
    summary: 'Generates a new pair of keys; the old one stops at once (API-68)',
    input: byPath,
    output: z.object({ keys: AppKeys }),
    isSecret: true,
  }),
  token: post('/api/v1/tenant/token', {
    summary:
      '† A token for the site of a tenant, by its access key and secret key; it ends after a quarter of an hour',
    input: KeysInput,
    output: z.object({
      token: z.string(),
      /** Seconds that it is good for. */
      expiresIn: z.int(),
      tenantId: answeredTenantId,
    }),
    allow: 'everyone',
    status: 201,
  }),
})
