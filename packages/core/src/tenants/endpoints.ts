import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { del, get, noun, post, put } from '../kernel/endpoint.ts'
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
const managers = { allow: [Role.Admin, Role.Support], scope: 'managed' } as const
/** F-1: a tenant reads its own. */
const readers = { allow: [Role.Admin, Role.Tenant, Role.Support], scope: 'managed' } as const
const byId = z.object({ tenantId: TenantId.meta({ wire: 'tenantID' }) })
const byPath = z.object({ id: TenantId })

export const tenants = noun('tenants', {
  list: get('/api/v1/tenant', {
    summary: 'The tenants in reach, without secrets (API-60)',
    input: TenantSearch,
    output: Paged(Tenant),
    ...readers,
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
  view: post('/v4/portal/generalsettings/get', {
    summary: 'General settings of a tenant; of secrets whether they are set (API-62)',
    input: byId,
    output: TenantSettings,
    ...readers,
  }),
  create: post('/v4/portal/generalsettings/add', {
    summary: 'Adds a tenant and answers with its id, which is made of the name unless given (API-63)',
    input: byId.partial().extend(TenantDraft.partial().required(requiredOfTenant).shape),
    output: byId,
    ...managers,
    status: 201,
  }),
  update: put('/v4/portal/generalsettings/update', {
    summary:
      'Changes general settings; what is left out stays, and so do secrets that are blank. null removes a secret (API-63)',
    input: byId.extend(TenantDraft.partial().shape).extend(KnownVersion.shape),
    output: TenantSettings,
    ...managers,
  }),
  remove: del('/api/v1/tenant', {
    summary: 'Deletes tenants, each on its own; one that owns titles or channels stays (API-61)',
    input: z.object({ tenantIds: z.array(TenantId).min(1).max(100).meta({ wire: 'tenantIDs' }) }),
    output: z.array(TenantRemoval),
    ...managers,
    body: 'tenantIds',
  }),
  deleted: get('/api/v1/tenant/deleted', {
    summary: 'Tenants that were deleted and can still be restored, the last deleted first (†, C-98)',
    input: ShortPageInput,
    output: Paged(DeletedTenant),
    ...managers,
  }),
  restore: put('/api/v1/tenant/restore', {
    summary: 'Restores a deleted tenant with all that belongs to it (†, C-98)',
    input: byId,
    output: TenantSettings,
    ...managers,
  }),
  keys: get('/api/v1/tenant/appkeysecret/{id}', {
    summary: 'Access key and secret key of a tenant; null where none was generated (API-67)',
    input: byPath,
    output: z.object({ keys: AppKeys }),
    ...managers,
    isSecret: true,
  }),
  generateKeys: put('/api/v1/tenant/appkeysecret/GenerateKey/{id}', {
    summary: 'Generates a new pair of keys; the old one stops at once (API-68)',
    input: byPath,
    output: z.object({ keys: AppKeys }),
    ...managers,
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
