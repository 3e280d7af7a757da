import {
  assertNoIssues,
  checkTenant,
  MediaPlatform,
  newTenant,
  productOf,
  type TenantDraft,
  type TenantSettings,
  tenants,
} from '@kinora/core'
import type { LazyCommand } from '../kernel/lazy.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import { withSecrets } from '../kernel/secret-flags.ts'
import { text } from '../kernel/texts.ts'
import { addDelete } from '../tenants/delete.ts'
import { addKeys } from '../tenants/keys.ts'
import { addRestore } from '../tenants/restore.ts'
import { secretCell } from '../tenants/secret-cell.ts'

const secrets = ['password', 'jwPlayerSecret']
const { view, list, create, update } = tenants

/** TENANT-01: what the flags changed, on top of what was there. */
function toDraft(given: Record<string, unknown>): Partial<TenantDraft> {
  const { timeZoneInfo: zones, ...rest } = given as Partial<TenantDraft> & { timeZoneInfo?: string[] }
  return { ...rest, ...(zones !== undefined && { timeZoneInfo: { offsetName: zones.at(-1)! } }) }
}

const verbs = resourceVerbs<TenantSettings>({
  command: 'tenants',
  calls: { view, list, create, update },
  id: 'tenantID',
  columns: [
    { header: 'ID', value: row => row.tenantID, look: 'accent' },
    { header: 'NAME', value: row => row.name, flexible: true },
    { header: 'SIGN-IN EMAIL', value: row => row.providerEmail, flexible: true },
    { header: 'PRODUCTS', value: row => row.activatedProducts.join(', '), flexible: true },
    { header: 'LANGUAGES', value: row => row.languageCodes.length, align: 'right' },
    { header: 'SITE', value: row => row.siteSourceType.toUpperCase() },
    {
      header: 'PROVIDER',
      value: row => (row.isProviderActive ? 'active' : 'inactive'),
      look: row => (row.isProviderActive ? 'good' : 'dim'),
    },
  ],
  details: row => [
    ['id', row.tenantID],
    ['name', row.name],
    ['customer number', row.customerNumber],
    ['time zone', `${row.timeZoneInfo.offsetName} (UTC${row.timeZoneInfo.utcOffset})`],
    ['languages', row.languageCodes.join(', ')],
    ['default language', row.languageTag],
    ['products', row.activatedProducts.join(', ')],
    ['connect', row.connect],
    ['site type', row.siteSourceType.toUpperCase()],
    ['provider active', row.isProviderActive ? 'yes' : 'no'],
    ['email', row.email],
    ['password', row.hasPassword ? 'set' : ''],
    ['media platform', row.mediaPlatform === 1 ? 'JW Player' : 'Kinora'],
    ['jw player site id', row.jwPlayerSiteId],
    ['jw player secret', secretCell(row.jwPlayerSecret)],
    ['audio normalisation', row.audioNormalize ? 'yes' : 'no'],
    ['bulk upload', row.isBulkUploadEnabled ? 'yes' : 'no'],
    ['rich text', row.isRichTextEnabled ? 'yes' : 'no'],
    ['platform-owned categories', row.isPlatformOwnedCategories ? 'yes' : 'no'],
    ['version', row.version],
  ],
  filters: { help: { query: 'only tenants with this text in the name, id, customer number or email' } },
  fields: {
    names: {
      ...{ timeZoneInfo: 'time-zone', languageCodes: 'language', languageTag: 'default-language' },
      ...{ activatedProducts: 'product', isProviderActive: 'provider-active', siteSourceType: 'site-type' },
      ...{ isBulkUploadEnabled: 'bulk-upload', isRichTextEnabled: 'rich-text' },
      ...{ isPlatformOwnedCategories: 'platform-owned-categories', jwPlayerSiteId: 'jw-site-id' },
      jwPlayerSecret: 'jw-secret',
    },
    help: {
      timeZoneInfo: 'IANA time zone, such as Europe/Berlin',
      password: 'password of the tenant’s sign-in: @FILE, or - to read it from stdin',
      jwPlayerSecret: text('tenants.secret'),
      siteSourceType: text('tenants.siteType'),
      email: 'email that the tenant signs in with',
      languageCodes: 'languages of its content, such as en-GB',
      languageTag: 'language that stands where a text has none of its own, such as en-GB',
      activatedProducts: 'what it has',
      isProviderActive: 'it brings titles of its own',
      mediaPlatform: 'who plays its videos',
      audioNormalize: 'make the loudness of its titles even',
      jwPlayerSiteId: 'id of its site at JW Player',
      connect: 'kinds of classes that Connect gets',
      isBulkUploadEnabled: 'it may upload in bulk',
      isPlatformOwnedCategories: 'it has the platform’s categories; can’t be taken back',
      isRichTextEnabled: 'descriptions may be formatted',
    },
    values: {
      mediaPlatform: { platform: MediaPlatform.Own, jwplayer: MediaPlatform.JwPlayer },
      // CHAN-18: a product by the kind of channel that it opens, or by its own name, which differs for one.
      activatedProducts: { ...productOf, 'mobile app': productOf.app },
    },
    texts: ['timeZoneInfo'],
  },
  secrets: ['jwPlayerSecret'],
  samples: {
    name: ['Acme Yoga'],
    'customer-number': ['K-9'],
    'default-language': ['en-GB'],
    'time-zone': ['Europe/Berlin'],
    product: ['Web'],
    language: ['en-GB,de-DE'],
  },
  async toDraft(session, given, { row }) {
    const draft = toDraft(await withSecrets(session, given, secrets))
    const before: TenantDraft | undefined = row && { ...row, password: '', jwPlayerSecret: '' }
    const hasAll = row !== undefined || 'name' in draft
    if (hasAll) assertNoIssues(checkTenant({ ...newTenant, ...before, ...draft }, row))
    return draft
  },
})

/** TENANT-33: `kinora tenants`. */
export const tenantVerbs: readonly LazyCommand[] = [
  ...verbs,
  {
    name: 'delete',
    summary: 'delete tenants that own no titles and channels; they can be restored for 30 days',
    load: async () => addDelete,
  },
  {
    name: 'restore',
    summary: 'restore a deleted tenant; without an id, list those that can be restored',
    load: async () => addRestore,
  },
  {
    name: 'web',
    summary: 'show web settings, or change them with flags',
    load: async () => (await import('../tenants/parts.ts')).addWeb,
  },
  {
    name: 'app',
    summary: 'show mobile app settings, or change them with flags',
    load: async () => (await import('../tenants/parts.ts')).addApp,
  },
  { name: 'keys', summary: 'show the access key and the secret key of a tenant', load: async () => addKeys },
  {
    name: 'export',
    summary: 'write a whole tenant as a YAML file',
    load: async () => (await import('../tenants/file/export.ts')).addExport,
  },
  {
    name: 'plan',
    summary: 'show field by field what a tenant’s YAML file would change',
    load: async () => (await import('../tenants/file/plan.ts')).addPlan,
  },
  {
    name: 'apply',
    summary: 'make a tenant as its YAML file says; run again, it goes on or changes nothing',
    load: async () => (await import('../tenants/file/apply.ts')).addApply,
  },
]
