import {
  assertNoIssues,
  checkTenant,
  DeletedTenant,
  en,
  isRemoved,
  MediaPlatform,
  newTenant,
  productOf,
  Tenant,
  type TenantDraft,
  type TenantRemoval,
  type TenantSettings,
  tenants,
  wireNameOf,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { type Outcome, outcomeFields, showOutcomes } from '../kernel/outcomes.ts'
import { resourceVerbs } from '../kernel/resource.ts'
import { withSecrets } from '../kernel/secrets.ts'
import { agree, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { missingTenant, secretCell } from '../tenants/tenant.ts'

const idName = wireNameOf('tenantId', Tenant.shape.tenantId)

/** API-61, C-98: each on its own; one that owns something says what. */
export const addDelete: FillCommand = (command, session) => {
  command
    .argument('<id...>', 'tenant ids')
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, outcomeFields(idName)))
    .action(async (tenantIds: string[], { yes }: { yes?: boolean }) => {
      await agree(session, yes, text('resource.deleteAsk', { count: tenantIds.length }))
      const items = await (await session.send())(tenants.remove, { tenantIds })
      showOutcomes(
        session,
        idName,
        items.map(item => toOutcome(session, item)),
      )
    })
  addExamples(command, ['ID', 'ID OTHER_ID --yes'])
}

function toOutcome(session: Session, item: TenantRemoval): Outcome {
  const { id, status } = item
  if (isRemoved(item)) return { id, done: en['success.itemDeleted'] }
  if (status === 404) return { id, error: missingTenant(session, id) }
  const what = safe`${id} still owns ${owned(item)}`
  return { id, error: explain('conflict', { what, how: 'Delete them or move them to another owner first.' }) }
}

function owned({ titles, channels }: TenantRemoval): string {
  const words = {
    titles: say({ one: '{{count}} title', other: '{{count}} titles' }, { count: titles }),
    channels: say({ one: '{{count}} channel', other: '{{count}} channels' }, { count: channels }),
  }
  if (titles > 0 && channels > 0) return safe`${words.titles} and ${words.channels}`
  return titles > 0 ? words.titles : words.channels
}

/** TENANT-27 */
const addKeys: FillCommand = (command, session) => {
  command
    .argument('<id>', text('tenants.id'))
    .option('--generate', 'generate a new pair; the old pair stops working at once')
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['accessKey', 'secretKey', 'createdDate', 'lastUsedDate']))
    .action(async (id: string, { generate, yes }: { generate?: boolean; yes?: boolean }) => {
      if (generate)
        await agree(session, yes, safe`Generate new keys for ${id}? The old pair stops working at once.`)
      const send = await session.send()
      const { keys } = await send(generate ? tenants.generateKeys : tenants.keys, { id })
      if (keys === null) {
        const context = contextFlags(session)
        return session.print.note(
          safe`No keys yet. Generate them: kinora tenants keys ${quoted(id)} --generate${context}`,
        )
      }
      session.print.record(keys, [
        ['access key', keys.accessKey],
        ['secret key', keys.secretKey],
        ['generated', keys.createdDate.slice(0, 10)],
        ['last used', keys.lastUsedDate ?? 'never'],
      ])
      if (generate) session.print.done('Generated new keys')
    })
  addExamples(command, ['ID', 'ID --generate --yes'])
}

/** C-98 */
export const addRestore: FillCommand = (command, session) => {
  command
    .argument('[id]', text('tenants.id'))
    .hook('preAction', printing(session, fieldsOfRows(DeletedTenant)))
    .action(async (id: string | undefined) => {
      const send = await session.send()
      if (id !== undefined) {
        const { tenantId, name } = await send(tenants.restore, { tenantId: id })
        session.print.record({ tenantId, name }, [['id', tenantId]])
        return session.print.done(safe`Restored ${id}`)
      }
      session.print.table((await send(tenants.deleted, {})).data, [
        { header: 'ID', value: row => row.tenantId, look: 'accent' },
        { header: 'NAME', value: row => row.name, flexible: true },
        { header: 'DELETED', value: row => row.deletedDate.slice(0, 10), look: 'dim' },
        { header: 'RESTORABLE UNTIL', value: row => row.restorableUntil.slice(0, 10) },
      ])
    })
  addExamples(command, ['', 'ID'])
}

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
  id: 'tenantId',
  columns: [
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
    ['id', row.tenantId],
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
    ['audio normalization', row.audioNormalize ? 'yes' : 'no'],
    ['bulk upload', row.isBulkUploadEnabled ? 'yes' : 'no'],
    ['rich text', row.isRichTextEnabled ? 'yes' : 'no'],
    ['platform-owned categories', row.isPlatformOwnedCategories ? 'yes' : 'no'],
    ['version', row.version],
  ],
  filters: { help: { query: 'only tenants with this text in the name, id, customer number or email' } },
  fields: {
    names: {
      timeZoneInfo: 'time-zone',
      languageCodes: 'language',
      languageTag: 'default-language',
      activatedProducts: 'product',
      isProviderActive: 'provider-active',
      siteSourceType: 'site-type',
      isBulkUploadEnabled: 'bulk-upload',
      isRichTextEnabled: 'rich-text',
      isPlatformOwnedCategories: 'platform-owned-categories',
      jwPlayerSiteId: 'jw-site-id',
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
      isPlatformOwnedCategories:
        'it shows the platform’s categories, its own are hidden; can’t be taken back',
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
  verb(
    'delete',
    'delete tenants that own no titles and channels; they can be restored for 30 days',
    addDelete,
  ),
  verb('restore', 'restore a deleted tenant; without an id, list those that can be restored', addRestore),
  {
    name: 'web',
    summary: 'show web settings, or change them with flags',
    load: async () => (await import('../tenants/parts.ts')).addWeb,
  },
  {
    name: 'webhook',
    summary: 'show where Stripe sends a tenant’s events, and whether they come',
    load: async () => (await import('../tenants/parts.ts')).addWebhook,
  },
  {
    name: 'apple-webhook',
    summary: 'show where the App Store sends a tenant’s notifications, and whether they come',
    load: async () => (await import('../tenants/parts.ts')).addAppleWebhook,
  },
  {
    name: 'app',
    summary: 'show mobile app settings, or change them with flags',
    load: async () => (await import('../tenants/parts.ts')).addApp,
  },
  {
    name: 'check',
    summary: 'show what a tenant still needs until its site is live, with the command for each step',
    load: async () => (await import('../tenants/check.ts')).addCheck,
  },
  verb('keys', 'show the access key and the secret key of a tenant', addKeys),
  {
    name: 'export',
    summary: 'write a whole tenant as a YAML file',
    load: async () => (await import('../tenants/file/export.ts')).addExport,
  },
  {
    name: 'plan',
    summary: 'show field by field what a tenant’s YAML file would change',
    load: async () => (await import('../tenants/file/apply.ts')).addPlan,
  },
  {
    name: 'apply',
    summary: 'make a tenant as its YAML file says; run again, it goes on or changes nothing',
    load: async () => (await import('../tenants/file/apply.ts')).addApply,
  },
]
