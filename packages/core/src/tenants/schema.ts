import * as z from 'zod'

/** TENANT-01, B-10 as the list shows it: without secrets, with the provider's e-mail (ROLE-14). */
export const Tenant = z.object({
  tenantID: z.string(),
  name: z.string(),
  customerNumber: z.string(),
  email: z.string().nullable(),
  providerEmail: z.string().nullable(),
  timeZoneInfo: z.object({ offsetName: z.string(), utcOffset: z.string() }),
  languageCodes: z.array(z.string()),
  languageTag: z.string(),
  activatedProducts: z.array(z.enum(['Virtual', 'API', 'Web', 'Mobile App'])),
  isProviderActive: z.boolean(),
  providerId: z.string().nullable(),
  mediaPlatform: z.literal([0, 1]),
  audioNormalize: z.boolean(),
  connect: z.enum(['ondemand', 'live', 'both', 'none']).nullable(),
  isBulkUploadEnabled: z.boolean(),
  siteSourceType: z.enum(['sub', 'fac', 'sso']),
  isPlatformOwnedCategories: z.boolean(),
  isRichTextEnabled: z.boolean(),
})
export type Tenant = z.infer<typeof Tenant>

/** What those may know of a tenant who do not manage it. */
export const TenantName = Tenant.pick({ tenantID: true, name: true })
export type TenantName = z.infer<typeof TenantName>

/** TENANT-02, C-33 */
export const TENANT_ID_MAX_LENGTH = 40
/** TENANT-02: spaces removed, lower case, cut. */
export const toTenantId = (name: string): string =>
  name.replace(/\s+/g, '').toLowerCase().slice(0, TENANT_ID_MAX_LENGTH)
