import * as z from 'zod'
import { Role } from '../access.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { KnownVersion, SecretInput } from '../kernel/fields.ts'
import { PriceCheck } from '../stripe/schema.ts'
import { TenantId } from '../tenants/schema.ts'
import {
  AddressCheck,
  AppSettings,
  AppSettingsDraft,
  StripeWebhook,
  WebSettings,
  WebSettingsDraft,
} from './schema.ts'

/** F-2, C-91 */
const managers = callsFor({ allow: [Role.Admin, Role.Support], scope: 'managed' })
/** F-1: a tenant reads its own. */
const readers = callsFor({ allow: [Role.Admin, Role.Tenant, Role.Support], scope: 'managed' })
const byId = z.object({ tenantId: TenantId.meta({ wire: 'tenantID' }) })

export const webSettings = noun('web-settings', {
  view: readers.post('/v4/portal/webmobilesettings/get', {
    summary:
      'Web settings of a tenant, as they would start where none were saved; of secrets whether they are set (API-64)',
    input: byId,
    output: WebSettings,
  }),
  webhook: readers.post('/v4/portal/webmobilesettings/webhook', {
    summary: '† Where Stripe sends the events of the tenant’s account, and whether they come (C-146)',
    input: byId,
    output: StripeWebhook,
  }),
  create: managers.post('/v4/portal/webmobilesettings/add', {
    summary: 'Saves the web settings of a tenant for the first time (API-64)',
    input: byId.extend(WebSettingsDraft.partial().shape),
    output: WebSettings,
    status: 201,
  }),
  update: managers.put('/v4/portal/webmobilesettings/update', {
    summary:
      'Changes web settings; what is left out stays, and so do secrets that are blank. null removes a secret (API-64)',
    input: byId.extend(WebSettingsDraft.partial().shape).extend(KnownVersion.shape),
    output: WebSettings,
  }),
  checkPrice: managers.post('/v4/portal/webmobilesettings/stripe', {
    summary:
      'Asks Stripe about a price or plan id, with the tenant’s secret key or one that isn’t saved yet (†, C-114)',
    input: byId.extend({ id: z.string().min(1).max(limits.text), secretKey: SecretInput.optional() }),
    output: PriceCheck,
  }),
  checkAddress: readers.post('/v4/portal/url/accessible', {
    summary: 'Whether an address can be opened from the internet (API-69)',
    input: z.object({ url: z.string().max(limits.url) }),
    output: AddressCheck,
  }),
})

export const appSettings = noun('app-settings', {
  view: readers.post('/v4/portal/appsettings/get', {
    summary:
      'App settings of a tenant, as they would start where none were saved; of secrets whether they are set (API-65)',
    input: byId,
    output: AppSettings,
  }),
  webhook: readers.post('/v4/portal/appsettings/webhook', {
    summary:
      '† Where the App Store sends the notifications of the tenant’s app, and whether they come (C-146)',
    input: byId,
    output: StripeWebhook,
  }),
  create: managers.post('/v4/portal/appsettings/add', {
    summary: 'Saves the app settings of a tenant for the first time (API-65)',
    input: byId.extend(AppSettingsDraft.partial().shape),
    output: AppSettings,
    status: 201,
  }),
  update: managers.put('/v4/portal/appsettings/update', {
    summary:
      'Changes app settings; what is left out stays, and so does a secret that is blank. null removes it (API-65)',
    input: byId.extend(AppSettingsDraft.partial().shape).extend(KnownVersion.shape),
    output: AppSettings,
  }),
})
