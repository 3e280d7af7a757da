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
import { addDelete } from '../tenants/delete.ts'
import { addKeys } from '../tenants/keys.ts'
import { addRestore } from '../tenants/restore.ts'
import { secretCell } from '../tenants/secret-cell.ts'
import { tenantText } from '../tenants/texts.ts'

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
  filters: { help: { query: tenantText('help.query') } },
  fields: {
    names: {
      ...{ timeZoneInfo: 'time-zone', languageCodes: 'language', languageTag: 'default-language' },
      ...{ activatedProducts: 'product', isProviderActive: 'provider-active', siteSourceType: 'site-type' },
      ...{ isBulkUploadEnabled: 'bulk-upload', isRichTextEnabled: 'rich-text' },
      ...{ isPlatformOwnedCategories: 'platform-owned-categories', jwPlayerSiteId: 'jw-site-id' },
      jwPlayerSecret: 'jw-secret',
    },
    help: {
      timeZoneInfo: tenantText('help.zone'),
      password: tenantText('help.password'),
      jwPlayerSecret: tenantText('help.secret'),
      siteSourceType: tenantText('help.siteType'),
      email: tenantText('help.email'),
      languageCodes: tenantText('help.languages'),
      languageTag: tenantText('help.language'),
      activatedProducts: tenantText('help.products'),
      isProviderActive: tenantText('help.providerActive'),
      mediaPlatform: tenantText('help.platform'),
      audioNormalize: tenantText('help.audioNormalize'),
      jwPlayerSiteId: tenantText('help.jwSite'),
      connect: tenantText('help.connect'),
      isBulkUploadEnabled: tenantText('help.bulkUpload'),
      isPlatformOwnedCategories: tenantText('help.platformCategories'),
      isRichTextEnabled: tenantText('help.richText'),
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
  { name: 'delete', summary: tenantText('help.delete'), load: async () => addDelete },
  { name: 'restore', summary: tenantText('help.restore'), load: async () => addRestore },
  {
    name: 'web',
    summary: tenantText('help.web'),
    load: async () => (await import('../tenants/parts.ts')).addWeb,
  },
  {
    name: 'app',
    summary: tenantText('help.app'),
    load: async () => (await import('../tenants/parts.ts')).addApp,
  },
  { name: 'keys', summary: tenantText('help.keys'), load: async () => addKeys },
  {
    name: 'export',
    summary: tenantText('help.export'),
    load: async () => (await import('../tenants/file/export.ts')).addExport,
  },
  {
    name: 'plan',
    summary: tenantText('help.plan'),
    load: async () => (await import('../tenants/file/plan.ts')).addPlan,
  },
  {
    name: 'apply',
    summary: tenantText('help.apply'),
    load: async () => (await import('../tenants/file/apply.ts')).addApply,
  },
]
