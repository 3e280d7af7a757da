import { type Endpoint, EventType, newEvent, type TaxonomyKind, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { batchesTable } from '../../src/batches/tables.ts'
import { captionsTable } from '../../src/captions/tables.ts'
import { categoriesTable, subCategoriesTable } from '../../src/categories/tables.ts'
import { channelsTable } from '../../src/channels/tables.ts'
import { collectionsTable } from '../../src/collections/tables.ts'
import { eventsTable } from '../../src/events/tables.ts'
import { favouritesTable } from '../../src/favourites/tables.ts'
import { playbackUploadsTable } from '../../src/playback/tables.ts'
import type { Database } from '../../src/ports/db.ts'
import { providersTable } from '../../src/providers/tables.ts'
import { siteConfigurationsTable } from '../../src/site/tables.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { publishingJobsTable } from '../../src/supply/publishing/tables.ts'
import { taxonomiesTable } from '../../src/taxonomies/tables.ts'
import { tenantsTable } from '../../src/tenants/tables.ts'
import { termsTable } from '../../src/terms/tables.ts'
import { titleJobItemsTable, titleJobsTable } from '../../src/title-jobs/tables.ts'
import type { TestServer } from '../harness.ts'

/** Whose a row is: the demo's tenant and provider, and two that nobody who signs in has to do with. */
export const owners = {
  tenant: { tenantId: 'pulsehouse', providerId: 'tenant-pulsehouse' },
  provider: { tenantId: null, providerId: 'ironside' },
  farTenant: { tenantId: 'faraway', providerId: 'tenant-faraway' },
  farProvider: { tenantId: null, providerId: 'faraway-films' },
} as const
export type Owner = keyof typeof owners
/** Stands in every row of the two, so that an answer that shows one of them shows it. */
export const FAR = 'faraway'

/** The two organisations that nobody reaches, and terms of theirs and of the demo’s tenant. */
export async function makeFarOwners({ deps: { db, blobs } }: TestServer): Promise<void> {
  const texts = { invariantText: FAR, localTexts: [] }
  await db.insert(tenantsTable).values({
    ...{ tenantId: FAR, name: FAR, customerNumber: FAR, email: `hi@${FAR}.test` },
    timeZone: { offsetName: 'Europe/Berlin', utcOffset: '+01:00' },
    ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web'] },
  })
  const provider = { name: FAR, displayName: FAR, contact: FAR }
  await db.insert(providersTable).values([
    { ...provider, tag: 'tenant-faraway', email: `a@${FAR}.test`, tenantId: FAR, isTenantProvider: true },
    { ...provider, tag: 'faraway-films', email: `b@${FAR}.test` },
  ])
  await db.insert(channelsTable).values(
    (['tenant-faraway', 'faraway-films'] as const).map(tag => ({
      ...{ tag: `channel-of-${tag}`, name: FAR, displayName: FAR, providerTag: tag },
    })),
  )
  await db.insert(categoriesTable).values({
    ...{ categoryId: 'faraway-category', tenantId: FAR, name: texts, description: texts },
  })
  await db.insert(subCategoriesTable).values({
    ...{ subCategoryId: 'faraway-sub-category', categoryId: 'faraway-category', name: texts },
  })
  for (const tenantId of [FAR, owners.tenant.tenantId]) {
    const blobKey = `terms/${tenantId}.html`
    await blobs.put(blobKey, new TextEncoder().encode(tenantId))
    const file = { fileName: `${tenantId}.html`, size: 1, digest: tenantId, blobKey }
    await db
      .insert(termsTable)
      .values({ tenantId, version: 1, languageCode: 'en-GB', title: tenantId, ...file })
  }
}

type Rows = Partial<Record<Owner, string>>
type Make = (server: TestServer) => Promise<Rows>

let count = 0
const each = async (make: (id: string, owner: Owner) => Promise<unknown>): Promise<Rows> => {
  const made: Rows = {}
  for (const owner of Object.keys(owners) as Owner[]) {
    count += 1
    const id = `${owner.startsWith('far') ? FAR : 'own'}-${count}`
    await make(id, owner)
    made[owner] = id
  }
  return made
}

const titles: Make = ({ deps: { db } }) =>
  each((tag, owner) =>
    db.insert(titlesTable).values({ tag, className: tag, streamKey: `streams/${tag}`, ...owners[owner] }),
  )

/** Titles that the site of their tenant shows. */
const shownTitles: Make = async server => {
  const made = await titles(server)
  const onSites = [
    [made.tenant!, owners.tenant.tenantId],
    [made.farTenant!, FAR],
  ] as const
  for (const [tag, tenantId] of onSites)
    await server.deps.db
      .update(titlesTable)
      .set({ status: TitleStatus.Published, tenants: [tenantId] })
      .where(eq(titlesTable.tag, tag))
  return made
}

const deletedTitles: Make = ({ deps: { db, clock } }) =>
  each((tag, owner) =>
    db.insert(titlesTable).values({
      ...{ tag, className: tag, isDelete: true, deletedAt: clock.now(), ...owners[owner] },
    }),
  )

/** Rows that tenants alone have. */
const ofTenants =
  (make: (db: Database, id: string, tenantId: string) => Promise<unknown>): Make =>
  async ({ deps: { db } }) => {
    const { tenant, farTenant } = await each(
      async (id, owner) => owners[owner].tenantId && make(db, id, owners[owner].tenantId),
    )
    return { tenant, farTenant }
  }

const taxonomy = (kind: TaxonomyKind): Make =>
  ofTenants((db, id, tenantId) =>
    db.insert(taxonomiesTable).values({ id, kind, tenantId, name: { 'en-GB': id } }),
  )

/** A row of every owner that may have one, made anew where a call may change it. */
const rows = {
  title: titles,
  shownTitle: shownTitles,
  deletedTitle: deletedTitles,
  async track(server) {
    const tags = await titles(server)
    return each((trackId, owner) =>
      server.deps.db.insert(captionsTable).values({
        ...{
          trackId,
          titleTag: tags[owner]!,
          title: trackId,
          language: 'en-GB',
          blobKey: `captions/${trackId}.vtt`,
        },
      }),
    )
  },
  async favourite(server) {
    const { tenant, farTenant } = await titles(server)
    await server.deps.db.insert(favouritesTable).values([
      { titleTag: tenant!, tenantId: owners.tenant.tenantId },
      { titleTag: farTenant!, tenantId: FAR },
    ])
    return { tenant, farTenant }
  },
  batch: ({ deps: { db } }) =>
    each((batchId, owner) =>
      db.insert(batchesTable).values({
        ...{ batchId, ...owners[owner], title: batchId, notificationEmail: 'ops@demo.kinora.test' },
        ...{ fileName: 'autumn.csv', fileKey: `batches/${batchId}.csv` },
      }),
    ),
  async job(server) {
    const tags = await titles(server)
    const by = { createdBy: 'nobody', displayName: 'Nobody', client: 'api' } as const
    return each(async (jobId, owner) => {
      const { tenantId, providerId } = owners[owner]
      const side = tenantId === null ? { providerId } : { tenantId }
      await server.deps.db
        .insert(titleJobsTable)
        .values({ jobId, act: 'publish', status: 'Running', ...side, ...by })
      await server.deps.db
        .insert(titleJobItemsTable)
        .values({ jobId, nth: 0, tag: tags[owner]!, className: jobId })
    })
  },
  tenant: async () => ({ tenant: 'pulsehouse', provider: 'pulsehouse', farTenant: FAR }),
  /** The first part of a playback address. */
  site: async () => ({
    tenant: 'pulsehouse',
    provider: 'ironside',
    farTenant: FAR,
    farProvider: 'faraway-films',
  }),
  provider: async () => ({
    ...{ tenant: 'tenant-pulsehouse', provider: 'ironside' },
    ...{ farTenant: 'tenant-faraway', farProvider: 'faraway-films' },
  }),
  channel: async () => ({
    ...{ tenant: 'pulse-house-originals', provider: 'ironside-strength' },
    ...{ farTenant: 'channel-of-tenant-faraway', farProvider: 'channel-of-faraway-films' },
  }),
  category: async () => ({ tenant: 'pulse-signature', provider: 'strength', farTenant: 'faraway-category' }),
  subCategory: async () => ({
    ...{ tenant: 'pulse-signature-lab', provider: 'strength-barbell', farTenant: 'faraway-sub-category' },
  }),
  async play({ deps: { db, clock } }) {
    count += 1
    const trackingId = `play-${count}`
    const at = { createdAt: clock.now(), updatedAt: clock.now() }
    const upload = { trackingId, fileName: 'plays.json', digest: trackingId, status: 'uploaded' } as const
    await db.insert(playbackUploadsTable).values({ ...upload, ...at })
    return { tenant: trackingId }
  },
  async publishingJob({ deps: { db } }) {
    count += 1
    const jobId = `publishing-${count}`
    const by = { createdBy: 'nobody', displayName: 'Nobody', client: 'api' } as const
    await db.insert(publishingJobsTable).values({ jobId, status: 'Done', ...by })
    return { tenant: jobId }
  },
  siteLink: ofTenants((db, tag, tenantId) => {
    const settings = { httpLink: `https://${tag}.test`, linkText: tag, linkHoverText: '', status: true }
    return db.insert(siteConfigurationsTable).values({ tag, tenantId, configurationType: 'custom', settings })
  }),
  collection: ofTenants((db, collectionTag, tenantId) =>
    db.insert(collectionsTable).values({ collectionTag, tenantId, name: collectionTag, description: 'Row' }),
  ),
  event: ofTenants(async (db, eventId, tenantId) => {
    const schedule = { type: 1 as const, weekdays: [1], daily_time: '18:00' }
    const row = { ...newEvent, eventId, tenantId, type: EventType.Simulated, title: eventId, schedule }
    await db.insert(eventsTable).values(row)
    const ofEvent = { tag: eventId, isEvent: true, tenantId, className: eventId }
    await db.insert(titlesTable).values({ ...ofEvent, thumbnailType: 'custom' })
  }),
  label: taxonomy('label'),
  focusArea: taxonomy('focusarea'),
  equipment: taxonomy('equipment'),
} satisfies Record<string, Make>
export type RowKind = keyof typeof rows

export const makeRows = (kind: RowKind, server: TestServer): Promise<Rows> => (rows[kind] as Make)(server)

const siteFields = { tenantID: 'tenant' } as const

/** What ids name that don't say so themselves, by noun and field or verb and field; null where a field only looks like an id. */
const named: Record<string, Record<string, RowKind | null>> = {
  titles: {
    ...{ tag: 'title', tags: 'title', titleTag: 'title', Titletag: 'title', titleTags: 'title' },
    ...{ Tenant: 'tenant', tenant: 'tenant', 'streamingLink.tenant': 'site' },
    ...{ providerID: 'provider', SourceProviderId: null, externalId: null },
    ...{ classCategoryId: 'category', subcategory: 'subCategory', classSubCategoryId: 'subCategory' },
  },
  events: {
    ...{ event_Id: 'event', eventId: 'event', tag: 'event', ids: 'event', contentId: 'title' },
    ...{ classCategoryId: 'category', classSubCategoryId: 'subCategory', category: null },
  },
  'title-history': { tag: 'title', entryId: null },
  'deleted-titles': { tag: 'deletedTitle' },
  'title-jobs': { tags: 'title' },
  uploads: { tag: 'title' },
  captions: { titleTag: 'title' },
  batches: { id: 'batch' },
  playback: { trackingId: 'play' },
  site: { tag: 'siteLink', tags: 'siteLink' },
  'site-content': { tag: 'shownTitle', classSubCategoryId: 'subCategory' },
  labels: { ids: 'label' },
  providers: { tag: 'provider', ids: 'provider', jwPlayerSiteId: null },
  channels: { tag: 'channel', providerId: 'provider', tenants: 'tenant' },
  publishing: {
    ...{ tag: 'channel', ChannelIdsToPublish: 'channel', ChannelIdsToUnPublish: 'channel' },
    ...{
      TenantId: 'tenant',
      tenantId: 'tenant',
      tenantIdsToPublish: 'tenant',
      tenantIdsToUnPublish: 'tenant',
    },
    jobId: 'publishingJob',
  },
  tenants: {
    ...{ 'view.tenantID': 'tenant', 'update.tenantID': 'tenant', 'restore.tenantID': 'tenant' },
    ...{ tenantIDs: 'tenant', id: 'tenant', tenantID: null, languageTag: null, jwPlayerSiteId: null },
  },
  'web-settings': {
    ...siteFields,
    projectId: null,
    localyticsWebId: null,
    pricingTableId: null,
    planId: null,
    id: null,
  },
  'app-settings': { ...siteFields, localyticsiOSId: null, localyticsAndroidId: null },
  collections: {
    ...{ tenant: 'tenant', TenantId: 'tenant', tag: 'collection', tags: 'collection' },
    ...{ CollectionIds: 'collection', titleTags: 'title', documentIds: null, externalId: null },
    ...{ categoryId: 'category', subcategory: 'subCategory', classSubCategoryId: 'subCategory' },
  },
  favourites: { 'view.id': 'favourite', ContentId: 'title', TenantId: 'tenant' },
}

/** What a field of a call names, `labelId` and `labelIds` a label; undefined where nobody has said so yet. */
export function kindOf({ id }: Pick<Endpoint, 'id'>, field: string): RowKind | null | undefined {
  const [noun = '', verb] = id.split('.')
  const own = named[noun]?.[`${verb}.${field}`] ?? named[noun]?.[field]
  const [kind] = /^.+(?=Ids?$)/.exec(field) ?? []
  return own === undefined && kind !== undefined && kind in rows ? (kind as RowKind) : own
}

/**
 * What is said to whoever names a row out of reach: `missing` 404; `missing items` 404 for the item; `nothing` an answer
 * without it, as for a filter; `refused` 400, as for a row that can't be deleted; `unknown` 400 at the field, as for a reference that doesn't exist; `own` the call is about
 * the caller's own rows, whatever is named.
 */
export type Refusal = 'missing' | 'missing items' | 'nothing' | 'refused' | 'unknown' | 'own'

/** Where it isn't `missing`: by call, or by call and field. */
export const refusals: Record<string, Refusal> = {
  'titles.search': 'nothing',
  'site-content.titles': 'nothing',
  'titles.export': 'nothing',
  'titles.find': 'nothing',
  'titles.classChooser': 'nothing',
  'titles.classChooser.Tenant': 'missing',
  'titles.remove': 'missing items',
  'titles.create': 'unknown',
  'titles.update': 'unknown',
  'titles.update.tag': 'missing',
  'labels.remove.ids': 'missing items',
  'providers.remove': 'missing items',
  'channels.search': 'nothing',
  'collections.classes': 'nothing',
  'collections.classes.tenant': 'missing',
  'collections.remove.tags': 'missing items',
  'collections.create.titleTags': 'unknown',
  'collections.addClasses.titleTags': 'unknown',
  'collections.reorderClasses.titleTags': 'unknown',
  'collections.removeClasses.titleTags': 'unknown',
  'events.create': 'unknown',
  'events.create.tenantId': 'missing',
  'events.remove': 'refused',
  'events.update': 'unknown',
  'events.update.event_Id': 'missing',
  'events.update.tenantId': 'missing',
  'reviews.list': 'nothing',
  'reviews.export': 'nothing',
  'reviews.ratings': 'nothing',
}

/** F-2: calls in which customer support reaches every tenant, whichever it has chosen. */
export const reachesEveryTenant = [
  ...['tenants.config', 'terms.versions', 'terms.download'],
  ...['tenants.view', 'tenants.update', 'tenants.remove', 'tenants.restore'],
  ...['tenants.keys', 'tenants.generateKeys', 'web-settings.view', 'web-settings.create'],
  ...['web-settings.update', 'web-settings.checkPrice', 'app-settings.view', 'app-settings.create'],
  'app-settings.update',
]

/** C-91: nouns of which customer support manages every row. */
export const managedNouns = ['providers', 'channels', 'publishing']

/** What a tenant's site shows is for the tenant and for staff. */
export const notForProviders = ['titles.published', 'titles.classChooser']
