import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { limits } from '../kernel/field-rules.ts'
import {
  LimitedText,
  onOneLine,
  RequiredText,
  removal,
  SecretInput,
  SecretState,
  TenantPasswordChange,
  Version,
  writeOnly,
} from '../kernel/fields.ts'
import { Direction, ShortPageInput } from '../kernel/pages.ts'

/** TENANT-02, C-33 */
export const TENANT_ID_MAX_LENGTH = 40

/** C-90: pages of the portal that stand where a tenant's page does. */
export const reservedTenantIds: readonly string[] = [
  ...['publishing', 'siteterms', 'generalsettings', 'websettings', 'mobilesettings', 'deleted'],
]

/** TENANT-02, C-130: NFC, white space of every kind removed, lower case, cut at 40 code points. Other characters stay. */
export const toTenantId = (name: string): string =>
  [...name.normalize('NFC').replace(/\s+/gu, '').toLowerCase()].slice(0, TENANT_ID_MAX_LENGTH).join('')

/** What is wrong with a tenant’s id, worded for the field that a person would change: the name that it is made of, or itself. */
export const idCodes = {
  name: {
    character: 'tenant.idCharacter',
    control: 'tenant.idControl',
    reserved: 'tenant.idReserved',
    taken: 'tenant.idTaken',
    used: 'tenant.idUsed',
  },
  tenantId: {
    character: 'tenant.idGivenCharacter',
    control: 'tenant.idGivenControl',
    reserved: 'tenant.idGivenReserved',
    taken: 'tenant.idGivenTaken',
    used: 'tenant.idGivenUsed',
  },
} as const

/** C-90, C-130: what is wrong with an id; `path` is the field that a person would change. */
export function checkTenantId(id: string, path: keyof typeof idCodes = 'name'): Issue[] {
  const codes = idCodes[path]
  if (id === '') return [{ path, code: 'validation.required' }]
  const [found] = /[/\\?#%]/.exec(id) ?? []
  if (found !== undefined) return [{ path, code: codes.character, params: { found } }]
  if (/\p{Cc}/u.test(id)) return [{ path, code: codes.control }]
  const isReserved = id === '.' || id === '..' || reservedTenantIds.includes(id)
  if (isReserved) return [{ path, code: codes.reserved, params: { id } }]
  return id === toTenantId(id) ? [] : [{ path, code: 'tenant.idForm', params: { id: toTenantId(id) } }]
}

/** TENANT-04, CONST-27 */
export const Product = z.enum(['Virtual', 'API', 'Web', 'Mobile App'])
export type Product = z.infer<typeof Product>
/** CHAN-18, CONST-24: the kinds of channels by which a tenant reaches its members, each with the product that opens it. */
export const productOf = {
  web: 'Web',
  app: 'Mobile App',
  virtual: 'Virtual',
  api: 'API',
} as const satisfies Record<string, Product>
export type ChannelKind = keyof typeof productOf
export const channelKinds = Object.keys(productOf) as [ChannelKind, ...ChannelKind[]]
export const ChannelKindName = z.enum(channelKinds)
/** The kind that a product opens. */
export const kindOf = (product: Product): ChannelKind =>
  channelKinds.find(kind => productOf[kind] === product)!
/** TENANT-03, C-34: null is not configured yet, `none` explicitly no schedule. */
export const ConnectMode = z.enum(['ondemand', 'live', 'both', 'none']).nullable()
/** TENANT-05, C-36: stored in lower case, shown in upper case. */
export const SiteType = z.enum(['sub', 'fac', 'sso'])
export type SiteType = z.infer<typeof SiteType>

/** The id of a tenant where the calls of its settings answer it. */
export const answeredTenantId = z.string().meta({ wire: 'tenantID' })

/** TENANT-01, B-10 as the list shows it: without secrets, with the provider's e-mail (ROLE-14). */
export const Tenant = z.object({
  tenantId: answeredTenantId,
  name: z.string(),
  customerNumber: z.string(),
  email: z.string().nullable(),
  providerEmail: z.string().nullable(),
  timeZoneInfo: z.object({ offsetName: z.string(), utcOffset: z.string() }),
  languageCodes: z.array(z.string()),
  languageTag: z.string(),
  activatedProducts: z.array(Product),
  isProviderActive: z.boolean(),
  providerId: z.string().nullable(),
  mediaPlatform: z.literal([0, 1]),
  audioNormalize: z.boolean(),
  connect: ConnectMode,
  isBulkUploadEnabled: z.boolean(),
  siteSourceType: SiteType,
  isPlatformOwnedCategories: z.boolean(),
  isRichTextEnabled: z.boolean(),
  version: Version,
})
export type Tenant = z.infer<typeof Tenant>

/** What those may know of a tenant who do not manage it. */
export const TenantName = Tenant.pick({ tenantId: true, name: true })
export type TenantName = z.infer<typeof TenantName>

/** B-10 as those see it who manage tenants; of secrets whether they are set. */
export const TenantSettings = Tenant.extend({
  /** Whether its sign-in account has a password. */
  hasPassword: z.boolean(),
  jwPlayerSiteId: z.string(),
  jwPlayerSecret: SecretState,
})
export type TenantSettings = z.infer<typeof TenantSettings>

const language = z.string().max(limits.language)

/** What a person sets on a tenant (B-10, TENANT-07). The offset of a zone is derived; one that is sent is passed over (C-97). */
export const TenantDraft = z.object({
  name: RequiredText().superRefine(onOneLine),
  customerNumber: RequiredText(),
  email: z.string().trim().max(limits.email, 'validation.email').nullable(),
  password: TenantPasswordChange,
  timeZoneInfo: z.object({
    offsetName: RequiredText('tenant.zoneRequired', limits.id),
    utcOffset: z.string().max(limits.id).optional(),
  }),
  languageCodes: z.array(language).min(1).max(limits.list, 'validation.maxOptions'),
  languageTag: language.min(1),
  activatedProducts: z.array(Product).min(1).max(Product.options.length, 'validation.maxOptions'),
  isProviderActive: z.boolean(),
  mediaPlatform: z.literal([0, 1]),
  audioNormalize: z.boolean(),
  jwPlayerSiteId: z.string().max(limits.text, 'validation.tooLong'),
  jwPlayerSecret: SecretInput,
  connect: ConnectMode,
  isBulkUploadEnabled: z.boolean(),
  siteSourceType: SiteType,
  isPlatformOwnedCategories: z.boolean(),
  isRichTextEnabled: z.boolean(),
})
export type TenantDraft = z.infer<typeof TenantDraft>

/** A new one. */
export const newTenant: TenantDraft = {
  name: '',
  customerNumber: '',
  email: '',
  password: '',
  timeZoneInfo: { offsetName: '' },
  languageCodes: [],
  languageTag: '',
  activatedProducts: [],
  isProviderActive: false,
  mediaPlatform: 0,
  audioNormalize: false,
  jwPlayerSiteId: '',
  jwPlayerSecret: '',
  connect: null,
  isBulkUploadEnabled: false,
  siteSourceType: 'fac',
  isPlatformOwnedCategories: false,
  isRichTextEnabled: false,
}

/** The fields that a new tenant can't do without (TENANT-07); the id is derived from the name. */
export const requiredOfTenant = {
  name: true,
  customerNumber: true,
  timeZoneInfo: true,
  languageCodes: true,
  languageTag: true,
  activatedProducts: true,
} as const

export const TenantSort = z
  .enum(['name', 'tenantId', 'customerNumber', 'email'])
  .meta({ wireValues: { tenantId: 'tenantID' } })
/** A part of the name, the id, the customer number or an e-mail address; all of them unless a page is asked for. */
export const TenantSearch = ShortPageInput.extend({
  query: LimitedText().optional(),
  sort: TenantSort.default('name'),
  dir: Direction.default('asc'),
})
export type TenantSearch = z.infer<typeof TenantSearch>

/** C-98: what became of one that was to be deleted: 200, 404, or 409 while it owns titles or channels. */
export const TenantRemoval = removal({ id: 'tenantID' }).extend({ titles: z.int(), channels: z.int() })
export type TenantRemoval = z.infer<typeof TenantRemoval>

/** C-98: a tenant that was deleted and can still be restored. */
export const DeletedTenant = Tenant.pick({ tenantId: true, name: true }).extend({
  deletedDate: z.string(),
  restorableUntil: z.string(),
})
export type DeletedTenant = z.infer<typeof DeletedTenant>

/** TENANT-27: what the tenant's own systems sign in with; null where none was generated yet. */
export const AppKeyPair = z.object({
  accessKey: z.string(),
  secretKey: z.string(),
  createdDate: z.string(),
  /** When a token was last asked for with them; null where that never was. */
  lastUsedDate: z.string().nullable(),
})
export const AppKeys = AppKeyPair.nullable()
export type AppKeys = z.infer<typeof AppKeys>

/** A pair of keys as the site of a tenant sends it. */
export const KeysInput = z.object({
  accessKey: z.string().min(1, 'validation.required').max(limits.text, 'validation.tooLong'),
  secretKey: z.string().min(1, 'validation.required').max(limits.text, 'validation.tooLong').meta(writeOnly),
  /** A token that hands in nothing: the only kind that may go to a browser. */
  readOnly: z.boolean().default(false),
  /** C-141: what the token is for: titles of channels that don’t appear there stay out. Without it, as API. */
  product: Product.optional(),
})

/** What a call names. */
export const TenantId = z
  .string()
  .trim()
  .min(1)
  .max(TENANT_ID_MAX_LENGTH * 2)
