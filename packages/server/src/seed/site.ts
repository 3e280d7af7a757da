import { type ConfigurationType, newWebSettings, type SiteSettings, TitleStatus } from '@kinora/core'
import { and, desc, eq, not } from 'drizzle-orm'
import { collectionItemsTable, collectionsTable } from '../collections/tables.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import { sha256 } from '../kernel/digest.ts'
import type { FilesPort } from '../ports/files.ts'
import { siteConfigurationsTable } from '../site/tables.ts'
import { subscriptionsTable } from '../stored-subscriptions/tables.ts'
import { type StoredTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { webSettingsTable } from '../tenant-settings/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { termsTable } from '../terms/tables.ts'
import { makeSigning } from '../webhooks/index.ts'
import { webhooksTable } from '../webhooks/tables.ts'
import { demoAccounts } from './accounts.ts'

/** The tenant of the demo that has a site. */
const tenantId = 'pulsehouse'

const colours = { primaryColor: '#1F4FD8', secondaryColor: '#12213F', accentColor: '#F59E0B' }
const darkColours = { primaryColor: '#7C9DFF', secondaryColor: '#C9D4F5', accentColor: '#FBBF24' }
const link = (httpLink: string, linkText: string, linkHoverText = ''): SiteSettings => ({
  httpLink,
  linkText,
  linkHoverText,
  status: true,
})

/** The address of a picture of the demo, stored. */
async function storeAsset(to: Pick<Deps, 'db' | 'blobs'>, assets: FilesPort, name: string): Promise<string> {
  const file = await assets.read(`/${name}`)
  if (file === undefined) throw new Error(`the demo lacks ${name}`)
  return storeImage(to, file.bytes, name.split('.').at(-1)!)
}

/**
 * LIVE-02: web settings of each tenant that has the product, so that their sites show what there is: ratings, schedule, packages,
 * languages. Payments stay out: nobody's keys are made up.
 */
export async function seedWebSettings({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const tenants = await db
    .select({ tenantId: tenantsTable.tenantId, products: tenantsTable.activatedProducts })
    .from(tenantsTable)
  const now = clock.now()
  const { secretKey: _, webHookKey: __, siteSourceType: ___, ...open } = newWebSettings
  const rows = tenants
    .filter(({ products }) => products.includes('Web'))
    .map(({ tenantId: id }) => ({
      tenantId: id,
      createdAt: now,
      updatedAt: now,
      settings: {
        ...open,
        ...{
          lockedContentBehaviour: 'show_popup' as const,
          projectId: `${id}-site`,
          localyticsWebId: `${id}-web`,
        },
        url: `https://player.${id}.test`,
        landingPageGetAccessLink: `https://${id}.test/join`,
        numberOfMySubscriptionItemsOnHomePage: 3,
        ratingEnabled: true,
        scheduleEvents: true,
        isLanguageSwitcher: true,
        subscriptionSource: ['flatfile' as const],
      },
    }))
  await db.insert(webSettingsTable).values(rows).onConflictDoNothing()
}

/** What the site of one tenant looks like and links to. */
export async function seedSite(
  { db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  assets: FilesPort,
): Promise<void> {
  const store = (name: string) => storeAsset({ blobs, db }, assets, `site-${name}`)
  const icons = { splashUrl: await store('splash.png'), appIconUrl: await store('icon.png') }
  const rows: [type: ConfigurationType, settings: SiteSettings, subType?: string][] = [
    ['general', { appTitle: 'Pulse House', contactEmail: 'hello@pulse-house.test' }],
    [
      'web',
      {
        logoUrl: await store('logo.png'),
        faviconUrl: await store('favicon.ico'),
        homeImageUrl: await store('home.jpg'),
        ...colours,
      },
    ],
    [
      'mobile',
      {
        light: { logoUrl: await store('logo-light.png'), ...icons, ...colours },
        dark: { logoUrl: await store('logo-dark.png'), splashUrl: null, appIconUrl: null, ...darkColours },
      },
    ],
    ...(['Facebook', 'Twitter'] as const).map((configurationSubType): (typeof rows)[number] => [
      'social',
      {
        configurationSubType,
        status: true,
        httpLink:
          configurationSubType === 'Twitter' ? 'https://x.com/example' : 'https://facebook.com/example',
      },
      configurationSubType,
    ]),
    ['app', { configurationSubType: 'Apple', httpLink: 'https://apps.apple.com/app/example/id1' }, 'Apple'],
    ['custom', link('https://shop.pulse-house.test', 'Shop', 'Mats, bands and bottles')],
    ['custom', link('https://pulse-house.test/studios', 'Studios', 'Where you can train with us')],
  ]
  await db.insert(siteConfigurationsTable).values(
    rows.map(([configurationType, settings, subType = ''], index) => ({
      tag: `demo-site-${index + 1}`,
      tenantId,
      configurationType,
      subType,
      settings,
      displayOrder: configurationType === 'custom' ? index : 0,
      createdAt: clock.now(),
      createdBy: demoAccounts.tenant.userId,
    })),
  )
}

const texts = {
  'en-GB': '<h1>Terms of use</h1>\n<p>Train at your own pace. Ask a doctor first if you are not sure.</p>\n',
  'de-DE':
    '<h1>Nutzungsbedingungen</h1>\n<p>Trainieren Sie in Ihrem Tempo. Fragen Sie im Zweifel zuerst einen Arzt.</p>\n',
  'fr-FR':
    '<h1>Conditions d’utilisation</h1>\n<p>Entraînez-vous à votre rythme. En cas de doute, consultez d’abord un médecin.</p>\n',
} as const

const versions = [
  ['Terms of use', texts],
  [
    'Terms of use, with guests',
    { ...texts, 'en-GB': `${texts['en-GB']}<p>Guests may watch with you.</p>\n` },
  ],
] as const

/** Two versions of one tenant’s terms; the second changes one language. */
export async function seedTerms({ db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  for (const [index, [title, files]] of versions.entries())
    for (const [languageCode, html] of Object.entries(files)) {
      const version = index + 1
      const bytes = new TextEncoder().encode(html)
      const blobKey = `terms/demo-${version}-${languageCode}.html`
      await blobs.put(blobKey, bytes)
      await db.insert(termsTable).values({
        tenantId,
        version,
        languageCode,
        title,
        blobKey,
        fileName: `terms.${languageCode}.html`,
        size: bytes.byteLength,
        digest: await sha256(bytes),
        createdAt: clock.now(),
        createdBy: demoAccounts.support.userId,
      })
    }
}

const packages = [
  {
    title: 'Pulse House unlimited',
    description: 'Every class and every live session, on the web and in the app.',
    subscriptionType: 'allinone',
    collections: [1, 2, 3],
    pricingTableId: 'price_1PulseUnlimited',
    cover: 'channel-1-space.jpg',
  },
  {
    title: 'First steps',
    description: 'Gentle and short classes for the first three months.',
    subscriptionType: 'bundle',
    collections: [3, 2],
    pricingTableId: 'price_1PulseStart',
    cover: 'channel-2-space.jpg',
  },
] as const

/** Packages of one tenant of the demo; its collections are there already. */
export async function seedSubscriptions(
  { db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  assets: FilesPort,
): Promise<void> {
  const at = { createdAt: clock.now(), createdBy: demoAccounts.tenant.userId }
  for (const [index, { collections, cover, ...line }] of packages.entries()) {
    await db.insert(subscriptionsTable).values({
      ...line,
      ...at,
      tenantId,
      subsPackageId: `demo-package-${index + 1}`,
      collectionTags: collections.map(nth => `demo-${tenantId}-${nth}`),
      imageLink: await storeAsset({ blobs, db }, assets, cover),
      isActive: index === 0,
      activatedOnce: index === 0,
    })
  }
}

type Line = readonly [
  name: string,
  description: string,
  state: 'Active' | 'Inactive' | 'Saved',
  holds: (title: StoredTitle) => boolean,
]

/** What a site of the demo shows together; the first is featured, the second the class of the day. */
const lines: readonly Line[] = [
  ['New this month', 'The latest classes of every studio, the newest first.', 'Active', () => true],
  [
    'Twenty minutes or less',
    'Short classes for a break, with or without equipment.',
    'Active',
    title => title.durationSecond <= 1200,
  ],
  [
    'Start here',
    'Gentle classes for your first weeks. Every move has an easier version.',
    'Active',
    title => (title.skill ?? 10) <= 4,
  ],
  ['Go hard', 'For days when you want to feel it.', 'Inactive', title => (title.intensity ?? 0) >= 8],
  ['Autumn challenge', 'Four weeks, three classes a week. In preparation.', 'Saved', () => false],
]

/** Collections on every site of the demo that shows titles. */
export async function seedCollections({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const published = await db
    .select(titleColumns)
    .from(t)
    .where(and(eq(t.status, TitleStatus.Published), not(t.isDelete)))
    .orderBy(desc(t.publishedDate), desc(t.tag))
  const tenants = [...new Set(published.flatMap(title => title.tenants))].toSorted()
  for (const tenantId of tenants) {
    const shown = published.filter(title => title.tenants.includes(tenantId))
    const made = lines.map(([name, description, wanted, holds], index) => {
      const classes = shown.filter(holds).slice(0, 12)
      const state = classes.length === 0 ? 'Saved' : wanted
      const row = {
        collectionTag: `demo-${tenantId}-${index + 1}`,
        tenantId,
        name,
        description,
        isActive: state === 'Active',
        activatedOnce: state !== 'Saved',
        isFeatured: index === 0 && state === 'Active',
        displayOrder: index + 1,
        isClassOfDay: index === 1 && state === 'Active',
        createdAt: new Date(now - (lines.length - index) * 86_400_000),
      }
      return { row, classes }
    })
    await db.insert(collectionsTable).values(made.map(({ row }) => row))
    const items = made.flatMap(({ row: { collectionTag }, classes }) =>
      classes.map(({ tag }, index) => ({ collectionTag, titleTag: tag, place: index + 1 })),
    )
    if (items.length > 0) await db.insert(collectionItemsTable).values(items)
  }
}

/** HOOK-02: one that shows what there is to set, and is off, so that the demo calls nobody. */
export async function seedWebhook(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  const { sealed, publicKey } = await makeSigning(deps)
  const now = deps.clock.now()
  await deps.db.insert(webhooksTable).values({
    webhookId: 'demo-webhook',
    tenantId,
    url: 'https://search.pulsehouse.example/kinora-events',
    description: 'Search index',
    isActive: false,
    ...sealed,
    publicKey,
    eventTypes: ['title.published', 'title.unpublished', 'title.deleted'],
    createdAt: now,
    createdBy: demoAccounts.tenant.userId,
    updatedAt: now,
    updatedBy: demoAccounts.tenant.userId,
    version: 1,
  })
}
