import { type Endpoint, EventType, isBinary, newEvent, Role, TitleStatus } from '@kinora/core'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import type * as z from 'zod'
import { batchesTable } from '../../src/batch-work/tables.ts'
import { captionsTable } from '../../src/captions/tables.ts'
import { collectionsTable } from '../../src/collections/tables.ts'
import { embedSessionsTable } from '../../src/embed-sessions/tables.ts'
import { eventsTable } from '../../src/events/tables.ts'
import { favouritesTable } from '../../src/favourites/tables.ts'
import { apiKeysTable } from '../../src/keys/tables.ts'
import { memberSubscriptionsTable, membersTable } from '../../src/members/tables.ts'
import { playbackUploadsTable } from '../../src/playback/tables.ts'
import type { Database } from '../../src/ports/db.ts'
import { publishingJobsTable } from '../../src/publishing/tables.ts'
import { reportSubscriptionsTable } from '../../src/reports/tables.ts'
import { demoAccounts } from '../../src/seed/accounts.ts'
import { plainPdf } from '../../src/seed/documents.ts'
import { siteConfigurationsTable } from '../../src/site/tables.ts'
import { documentsTable } from '../../src/stored-documents/tables.ts'
import { subscriptionsTable } from '../../src/stored-subscriptions/tables.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { titleJobItemsTable, titleJobsTable } from '../../src/title-jobs/tables.ts'
import { viewsTable } from '../../src/views/tables.ts'
import { webhooksTable } from '../../src/webhooks/tables.ts'
import type { TestServer } from '../harness.ts'
import { endpoints, sampleInput, send } from './calls.ts'
import { FAR, type Owner, owners } from './owners.ts'

type Rows = Partial<Record<Owner, string>>
type Make = (server: TestServer, wanted: readonly Owner[]) => Promise<Rows>
const everyOwner = Object.keys(owners) as Owner[]

let count = 0
const each = async (
  wanted: readonly Owner[],
  make: (id: string, owner: Owner) => Promise<unknown>,
): Promise<Rows> => {
  const made: Rows = {}
  for (const owner of wanted) {
    count += 1
    const id = `${owner.startsWith('far') ? FAR : 'own'}-${count}`
    await make(id, owner)
    made[owner] = id
  }
  return made
}

const titles: Make = ({ deps: { db, blobs } }, wanted) =>
  each(wanted, async (tag, owner) => {
    const [sourceKey, streamKey] = [`sources/${tag}`, `streams/${tag}`]
    await blobs.put(sourceKey, new Uint8Array(1))
    await db.insert(titlesTable).values({ tag, className: tag, sourceKey, streamKey, ...owners[owner] })
  })

/** Titles that the site of their tenant shows. */
const shownTitles: Make = async server => {
  const made = await titles(server, everyOwner)
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

const deletedTitles: Make = ({ deps: { db, clock } }, wanted) =>
  each(wanted, (tag, owner) =>
    db.insert(titlesTable).values({
      ...{ tag, className: tag, isDelete: true, deletedAt: clock.now(), ...owners[owner] },
    }),
  )

/** Rows that tenants alone have. */
const ofTenants =
  (make: (db: Database, id: string, tenantId: string) => Promise<unknown>): Make =>
  async ({ deps: { db } }, wanted) =>
    each(
      wanted.filter(owner => owners[owner].tenantId !== null),
      (id, owner) => make(db, id, owners[owner].tenantId!),
    )

const documents: Make = async (server, wanted) => {
  const blobKey = 'documents/contract.pdf'
  await server.deps.blobs.put(blobKey, plainPdf([['Plan']]))
  return ofTenants((db, documentId, tenantId) =>
    db.insert(documentsTable).values({
      ...{ documentId, tenantId, title: documentId, description: '', documentName: 'plan.pdf' },
      ...{ isActive: true, blobKey, size: 1, pages: 1, digest: 'x', previewLink: '/media/images/x.png' },
    }),
  )(server, wanted)
}

/** The key of the id that a plain noun’s `create` answers with. */
function idOf({ id, scope, output }: Endpoint): string | undefined {
  const keys = isBinary(output) ? [] : Object.keys((output as z.ZodObject).shape ?? {})
  return scope === 'tenant' && id.endsWith('.create') ? keys.find(key => key.endsWith('Id')) : undefined
}

/** Rows of a plain noun, as its own `create` makes them: what answers with a `labelId` makes a `label`. */
const created: Readonly<Record<string, Make>> = Object.fromEntries(
  endpoints.flatMap(endpoint => {
    const key = idOf(endpoint)
    return key === undefined ? [] : [[key.slice(0, -'Id'.length), create(endpoint, key)]]
  }),
)

function create(endpoint: Endpoint, key: string): Make {
  return async (server, wanted) => {
    const made: Rows = {}
    for (const owner of wanted) {
      const { tenantId } = owners[owner]
      if (tenantId === null) continue
      count += 1
      const input = { ...named(sampleInput(endpoint), `${owner}-${tenantId}-${count}`), tenantId }
      const { status, text, body } = await send(server, endpoint, input, {
        token: await supportToken(server),
        tenantId,
      })
      if (status >= 300) throw new Error(`${endpoint.id} answers ${status}: ${text}`)
      made[owner] = (body as Record<string, string>)[key]!
    }
    return made
  }
}

/** A name in one language or several is one that tells whose the row is. */
function named({ name, ...input }: Record<string, unknown>, words: string): Record<string, unknown> {
  if (typeof name !== 'object' || name === null)
    return { ...input, ...(name !== undefined && { name: words }) }
  return { ...input, name: Object.fromEntries(Object.keys(name).map(tag => [tag, words])) }
}

const tokens = new WeakMap<TestServer, Promise<string>>()
function supportToken(server: TestServer): Promise<string> {
  const token = tokens.get(server) ?? server.signIn('support').then(({ token }) => token)
  tokens.set(server, token)
  return token
}

/** Less plain rows, of every owner that may have one, made anew where a call may change it. */
const lessPlain = {
  title: titles,
  shownTitle: shownTitles,
  deletedTitle: deletedTitles,
  async track(server, wanted) {
    const tags = await titles(server, wanted)
    return each(wanted, (trackId, owner) =>
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
    const { tenant, farTenant } = await titles(server, ['tenant', 'farTenant'])
    await server.deps.db.insert(favouritesTable).values([
      { titleTag: tenant!, tenantId: owners.tenant.tenantId },
      { titleTag: farTenant!, tenantId: FAR },
    ])
    return { tenant, farTenant }
  },
  batch: ({ deps: { db } }, wanted) =>
    each(wanted, (batchId, owner) =>
      db.insert(batchesTable).values({
        ...{ batchId, ...owners[owner], title: batchId, notificationEmail: 'ops@demo.kinora.test' },
        ...{ fileName: 'autumn.csv', fileKey: `batches/${batchId}.csv` },
      }),
    ),
  member: ofTenants((db, userId, tenantId) =>
    db.insert(membersTable).values({
      ...{ userId, tenantId, externalUserId: userId, name: userId, email: `${userId}@site.example` },
    }),
  ),
  memberItem: ofTenants(async (db, id, tenantId) => {
    await db.insert(membersTable).values({
      ...{
        userId: `holds-${id}`,
        tenantId,
        externalUserId: `holds-${id}`,
        name: id,
        email: 'a@site.example',
      },
    })
    const item = { id, userId: `holds-${id}`, title: id, status: 'active', source: 'manual' }
    await db.insert(memberSubscriptionsTable).values(item)
  }),
  memberImport: ofTenants((db, batchId, tenantId) =>
    db.insert(batchesTable).values({
      ...{ batchId, kind: 'members', tenantId, title: batchId, notificationEmail: 'ops@demo.kinora.test' },
      ...{ fileName: 'members.csv', fileKey: `batches/${batchId}.csv` },
    }),
  ),
  async job(server, wanted) {
    const tags = await titles(server, wanted)
    const by = { createdBy: 'nobody', displayName: 'Nobody', client: 'api' } as const
    return each(wanted, async (jobId, owner) => {
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
  key: ({ deps: { db } }, wanted) =>
    each(wanted, (keyId, owner) => {
      const { tenantId, providerId } = owners[owner]
      const side = tenantId === null ? { providerId } : { tenantId }
      const userId = owner === 'provider' ? 'user-provider' : 'user-tenant'
      const key = { ...side, userId, role: owner === 'provider' ? Role.Provider : Role.Tenant, name: keyId }
      const lists = { rights: [], tenantIds: [], networks: [] }
      return db
        .insert(apiKeysTable)
        .values({ keyId, ...key, ...lists, hash: keyId, start: keyId, endsOn: '2099-01-01' })
    }),
  async embedSession(server, wanted) {
    const { db, clock } = server.deps
    const keys = await makeRows('key', server, wanted)
    return each(wanted, (sessionId, owner) => {
      const { tenantId, providerId } = owners[owner]
      const side = tenantId === null ? { providerId } : { tenantId }
      const person = { externalId: sessionId, externalName: sessionId }
      const lists = { rights: [], features: {}, origins: [] }
      const expiresAt = new Date(clock.now().getTime() + 900_000)
      const of = { keyId: keys[owner]!, hash: sessionId, expiresAt }
      return db.insert(embedSessionsTable).values({ sessionId, ...of, ...side, ...person, ...lists })
    })
  },
  session: async server => {
    const { token } = await server.signIn('tenant')
    return { tenant: String(decodeJwt(token).sid) }
  },
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
  async reportSubscription({ deps: { db } }) {
    count += 1
    const subscriptionId = `monthly-${count}`
    // The caller’s own, one of each report and tenant.
    await db.delete(reportSubscriptionsTable)
    const row = { subscriptionId, userId: demoAccounts.tenant.userId, mailedPeriod: '2026-10' }
    await db.insert(reportSubscriptionsTable).values({ ...row, type: 'billableUser' })
    return { tenant: subscriptionId }
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
  document: documents,
  async shownDocument(server) {
    const made = await documents(server, everyOwner)
    const on = { description: 'Row', isActive: true, activatedOnce: true }
    const onSites = [
      { tenantId: owners.tenant.tenantId, documentIds: [made.tenant!] },
      { tenantId: FAR, documentIds: [made.farTenant!] },
    ]
    await server.deps.db
      .insert(collectionsTable)
      .values(onSites.map(of => ({ ...on, ...of, collectionTag: `of-${of.documentIds}`, name: 'Shows it' })))
    return made
  },
  subsPackage: ofTenants((db, subsPackageId, tenantId) =>
    db.insert(subscriptionsTable).values({
      ...{ subsPackageId, tenantId, title: subsPackageId, description: 'Row', subscriptionType: 'bundle' },
      ...{ collectionTags: ['none'], pricingTableId: 'price_1', imageLink: '/media/images/none.jpg' },
    }),
  ),
  event: ofTenants(async (db, eventId, tenantId) => {
    const schedule = { type: 1 as const, weekdays: [1], daily_time: '18:00' }
    const row = { ...newEvent, eventId, tenantId, type: EventType.Simulated, title: eventId, schedule }
    await db.insert(eventsTable).values(row)
    const ofEvent = { tag: eventId, isEvent: true, tenantId, className: eventId }
    await db.insert(titlesTable).values({ ...ofEvent, thumbnailType: 'custom' })
  }),
  /** Titles that JW Player has for a site: the demo’s, or that of somebody far. */
  async deliveredTitle(server, wanted) {
    const made = await titles(server, wanted)
    for (const [owner, tag] of Object.entries(made)) {
      const tenantId = owner.startsWith('far') ? FAR : owners.tenant.tenantId
      await server.deps.db.execute(
        sql`INSERT INTO deliveries (title_tag, tenant_id, status, updated_at) VALUES (${tag}, ${tenantId}, 'ready', now())`,
      )
    }
    return made
  },
  webhook: ofTenants((db, webhookId, tenantId) => {
    const webhook = { webhookId, tenantId, url: `https://${webhookId}.example`, description: webhookId }
    const off = { eventTypes: [], isActive: false, secret: { sealed: '', endsWith: '', setAt: '' } }
    return db.insert(webhooksTable).values({ ...webhook, ...off })
  }),
  view: ({ deps: { db } }, wanted) =>
    each(wanted, (viewId, owner) => {
      const { tenantId, providerId } = owners[owner]
      const side = tenantId === null ? { providerId } : { tenantId }
      const userId = owner === 'provider' ? 'user-provider' : 'user-tenant'
      const view = { viewId, ...side, userId, name: viewId, address: '', isShared: true }
      return db.insert(viewsTable).values({ ...view, list: 'titles' })
    }),
} satisfies Record<string, Make>

const rows: Readonly<Record<string, Make>> = { ...created, ...lessPlain }
/** `title`, or `label` where its noun’s own `create` makes it. */
export type RowKind = string
/** Whether there are rows of that name. */
export const isRowKind = (name: string): boolean => name in rows

/** Rows of a kind, of every owner or of those that are wanted. */
export function makeRows(
  kind: RowKind,
  server: TestServer,
  wanted: readonly Owner[] = everyOwner,
): Promise<Rows> {
  const make = rows[kind]
  if (make === undefined) throw new Error(`test/contract/rows.ts makes no ${kind}.`)
  return make(server, wanted)
}
