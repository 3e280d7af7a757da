import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TitleStatus, VideoStatus, type WebSettingsDraft } from '@kinora/core'
import { answerTo, type FileSource, sampleOf } from '@kinora/core/uploads'
import { eq } from 'drizzle-orm'
import { batchesTable } from '../../src/batch-work/tables.ts'
import { titleJobItemsTable, titleJobsTable } from '../../src/title-jobs/tables.ts'
import type { TestServer } from '../harness.ts'
import { mobileSite } from '../site-pictures.ts'
import { chunkOf, fileDigest, freshClip, put, sendFile } from '../titles/support.ts'
import { tenantSample } from './calls.ts'
import { makeRows } from './rows.ts'

/** POST and PUT that only read, beside every `list`. */
export const reads: ReadonlySet<string> = new Set([
  ...['titles.search', 'titles.export', 'titles.published', 'titles.classChooser', 'batches.fetch'],
  ...['reviews.export', 'reviews.ratings', 'title-jobs.preview', 'site.general', 'site.mobile'],
  ...['publishing.preview', 'publishing.titles'],
  ...['members.export', 'members.metadata', 'members.subscriptions', 'members.fetch'],
  ...['member-imports.fetch', 'member-imports.download'],
  ...[
    'subscriptions.view',
    'subscriptions.checkPrice',
    'tenants.view',
    'documents.view',
    'documents.download',
  ],
  ...['web-settings.view', 'web-settings.checkPrice', 'web-settings.checkAddress', 'app-settings.view'],
])

/** Writes without an audit entry, and why. */
export const unrecorded: Record<string, string> = {
  'session.login': 'nobody is known yet who could sign its entry; audit.test.ts looks at it',
  'session.refresh': 'a session is no row that people write',
  'session.logout': 'a session is no row that people write',
  'accounts.changePassword':
    'it would end the session of the other calls; session.test.ts looks at its entry',
  'storage.removeOrphans': 'what it removes is in no row; the log says what went',
  'tenants.token':
    'the pair keeps its last use; site-access.test.ts looks at the entry that wrong keys leave',
  'site-content.addReviews': 'a site hands in what members wrote; nobody who signs in writes it',
  'site-content.addPlays': 'a site hands in what members played; nobody who signs in writes it',
  'uploads.offer': 'the challenge that it keeps for a minute is part of its answer',
}

const file = ['titles.beginUpload', 'titles.storeFile']
/** Entries that are not called as the call that leaves them: a file has one when it begins and one when it is stored. */
export const recordedAs: Record<string, readonly string[]> = {
  'uploads.video': file,
  'uploads.trailer': file,
  'uploads.prove': file,
  'documents.addToCollection': ['collections.update'],
  'documents.removeFromCollection': ['collections.update'],
  'favourites.set': ['favourites.add'],
  'site.save': ['site.create'],
  'site.saveGeneral': ['site.create'],
  'site.saveMobile': ['site.create'],
  'title-history.restore': ['titles.restoreVersion'],
  'deleted-titles.restore': ['titles.restore'],
  'channels.updateMany': ['channels.update'],
  'channels.activate': ['channels.update'],
  'events.upload': file,
  'events.encodeVideo': ['titles.encodeVideo'],
  'events.cancelUpload': ['titles.cancelContent'],
  'publishing.setChannel': ['channels.publish'],
  'publishing.setTenant': ['channels.publish'],
}

interface Given {
  server: TestServer
  /** What the call takes so far, with ids of the caller’s own rows. */
  input: Record<string, unknown>
}

type More = (given: Given) => Promise<Record<string, unknown>> | Record<string, unknown>
const names = { name: { 'en-GB': 'Sled' } }
const inHotels = { inClub: false, appAndweb: false, hotel: true }
const newChannel = async ({ server }: Given) =>
  (
    await server
      .api('admin')
      .channels.create({ name: 'Of a test', providerId: 'ironside', Availability: inHotels })
  ).tag
const newProvider = (name: string) => ({
  ...{ name, contact: 'Nora Wind', email: `${crypto.randomUUID()}@contract.test`, password: 'reels' },
  mediaPlatform: 0 as const,
})
const asset = async (name: string) =>
  new File([await readFile(join(import.meta.dirname, '../../assets/demo', name))], name)
const chunk: More = async ({ input }) => chunkOf(String(input.tag), await freshClip(), 1)

/** A title as it must be for a call. */
const title =
  (set: Parameters<typeof put>[2], field = 'tag'): More =>
  async ({ server, input }) => {
    await put(server, String(input[field]), set)
    return {}
  }
const uploaded = { sourceKey: 'uploads/x', status: TitleStatus.Uploaded, videoStatus: VideoStatus.Uploaded }
const completed = { status: TitleStatus.Completed, videoStatus: VideoStatus.Completed }
const publishable = {
  ...{
    classDescription: 'Swing, clean and press.',
    classLanguageCode: 'en-GB',
    imageLink: '/media/images/x.jpg',
  },
  ...{ classCategoryId: 'strength', classSubCategoryId: 'strength-kettlebell' },
  ...{ channelId: 'pulse-house-originals', scheduleDate: '2026-11-20T09:30:00', instructor: 'Jo' },
  ...{ equipmentIds: ['equipment-kettlebell'], focusAreaIds: ['focus-full-body'], intensity: 6, skill: 3 },
}
const trailer = { trailerWebKey: 'trailers/x/web', trailerMobileKey: 'trailers/x/mobile' }

/** What a write takes beside its required fields to do something, and what must have been before. */
export const writes: Record<string, More> = {
  'titles.update': () => ({ className: 'Renamed' }),
  'titles.publish': title({ ...publishable, ...completed }),
  'titles.cancelContent': title(uploaded, 'titleTag'),
  'titles.removeTrailer': title({ ...trailer, trailerStatus: TitleStatus.Completed }, 'Titletag'),
  'titles.updateThumbnailType': () => ({ thumbnailType: 'custom' }),
  'titles.encodeVideo': title(uploaded),
  async 'titles.encodeTrailer'({ server, input }) {
    await sendFile(server.api('tenant'), String(input.tag), await freshClip(), { role: 'trailer' })
    return {}
  },
  'titles.retry': title(uploaded),
  async 'title-history.restore'({ server, input }) {
    const api = server.api('tenant')
    const tag = String(input.tag)
    await api.titles.update({ tag, className: 'Renamed' })
    const { data } = await api['title-history'].list({ tag })
    return { entryId: data[0]!.entryId }
  },
  async 'title-jobs.create'({ server }) {
    return { tags: [(await server.api('tenant').titles.create({ className: 'One of many' })).tag] }
  },
  async 'title-jobs.undo'({ server, input }) {
    const jobId = String(input.jobId)
    const { db } = server.deps
    await db.update(titleJobsTable).set({ status: 'Done' }).where(eq(titleJobsTable.jobId, jobId))
    await db.update(titleJobItemsTable).set({ outcome: 'done' }).where(eq(titleJobItemsTable.jobId, jobId))
    return {}
  },
  'uploads.video': chunk,
  'uploads.trailer': chunk,
  'uploads.prove': proveStored,
  'images.upload': async () => ({ img: await asset('cover-01.jpg') }),
  'images.uploadCover': async () => ({ image: await asset('cover-01.jpg') }),
  'captions.update': () => ({ title: 'Deutsch' }),
  async 'batches.stop'({ server, input }) {
    const same = eq(batchesTable.batchId, String(input.id))
    await server.deps.db.update(batchesTable).set({ status: 'Processing' }).where(same)
    return {}
  },
  async 'member-imports.stop'({ server, input }) {
    const same = eq(batchesTable.batchId, String(input.fileId))
    await server.deps.db.update(batchesTable).set({ status: 'Processing' }).where(same)
    return {}
  },
  'providers.create': () => newProvider('made'),
  'providers.update': () => ({ tag: 'ironside', contact: 'Somebody else' }),
  async 'providers.remove'({ server }) {
    return { ids: [(await server.api('admin').providers.create(newProvider('goes'))).tag] }
  },
  async 'providers.restore'({ server }) {
    const { providers } = server.api('admin')
    const { tag } = await providers.create(newProvider('comes back'))
    await providers.remove({ ids: [tag] })
    return { tag }
  },
  'channels.create': () => ({ providerId: 'ironside', Availability: inHotels }),
  'channels.update': async given => ({ tag: await newChannel(given), description: 'Changed' }),
  'channels.updateMany': async given => ({
    channels: [{ tag: await newChannel(given), description: 'Changed' }],
  }),
  'channels.activate': async given => ({
    tag: await newChannel(given),
    active: false,
    description: 'Changed',
  }),
  'publishing.setChannel': async given => ({
    ...{ tag: await newChannel(given), tenantIdsToPublish: ['pulsehouse'] },
  }),
  'publishing.setTenant': async given => ({ ChannelIdsToPublish: [await newChannel(given)] }),
  'categories.create': () => ({ name: { invariantText: 'Rowing' } }),
  'categories.update': () => ({ name: { invariantText: 'Renamed' } }),
  async 'categories.reorder'({ server }) {
    const add = async (invariantText: string) =>
      (await server.api('tenant').categories.create({ name: { invariantText } })).categoryId
    const [first, second] = [await add('First'), await add('Second')]
    return { categoryIds: [second, first] }
  },
  'documents.update': () => ({ title: 'Renamed' }),
  'documents.map': async given => ({ titleTags: [await shownTitle(given)] }),
  async 'documents.removeFromCollection'({ server, input }) {
    const { tenantId, documentId, collectionTag } = input as Record<string, string>
    await server.api('tenant').documents.addToCollection({
      tenantId: tenantId!,
      documentId: documentId!,
      collectionTag: collectionTag!,
    })
    return {}
  },
  'collections.update': () => ({ Name: 'Renamed' }),
  async 'collections.highlight'(given) {
    await addClasses(given, 1)
    await given.server.api('tenant').collections.update({
      ...{ tenant: 'pulsehouse', tag: String(given.input.tag), IsActive: true },
    })
    return { isFeaturedCollection: true }
  },
  'collections.addClasses': async given => ({ titleTags: [await shownTitle(given)] }),
  'collections.reorderClasses': async given => ({
    titleTags: (await addClasses(given, 2)).toReversed(),
  }),
  'collections.removeClasses': async given => ({ titleTags: await addClasses(given, 1) }),
  async 'collections.reorder'({ server }) {
    const rows = [await makeRows('collection', server), await makeRows('collection', server)]
    return {
      CollectionIds: rows
        .map(row => row.tenant!)
        .toSorted()
        .toReversed(),
    }
  },
  async 'subscriptions.create'({ server }) {
    const img = await asset('channel-1-space.jpg')
    return { imageLink: (await server.api('tenant').images.upload({ img, AssetType: 'packageCover' })).url }
  },
  'subscriptions.update': () => ({ title: 'Renamed' }),
  async 'site.saveMobile'({ server }) {
    return mobileSite(server.api('tenant'))
  },
  async 'site.remove'({ server }) {
    await makeRows('siteLink', server)
    return {}
  },
  'tenants.create': () => newTenantName(),
  'tenants.update': () => ({ customerNumber: 'K-2' }),
  'tenants.remove': async given => ({ tenantIDs: [await addTenant(given)] }),
  'web-settings.create': async given => ({ tenantID: await addTenant(given), ...webSample }),
  async 'web-settings.update'(given) {
    const tenantID = await addTenant(given)
    await given.server.api('admin')['web-settings'].create({ tenantID, ...webSample })
    return { tenantID, showLogo: false }
  },
  'app-settings.create': async given => ({ tenantID: await addTenant(given), ...appSample }),
  async 'app-settings.update'(given) {
    const tenantID = await addTenant(given)
    await given.server.api('admin')['app-settings'].create({ tenantID, ...appSample })
    return { tenantID, myZoneEnabled: true }
  },
  async 'tenants.restore'(given) {
    const tenantID = await addTenant(given)
    await given.server.api('admin').tenants.remove({ tenantIDs: [tenantID] })
    return { tenantID }
  },
  'events.create': () => ({ type: 2 }),
  'events.update': () => ({ title: 'Renamed' }),
  'events.upload': chunk,
  'events.encodeVideo': title(uploaded, 'eventId'),
  'events.cancelUpload': title(uploaded, 'eventId'),
  'labels.create': () => names,
  'labels.update': () => names,
  'focus-areas.create': () => names,
  'focus-areas.update': () => names,
  'equipment.create': () => names,
  'equipment.update': () => names,
  async 'translations.remove'({ server, input }) {
    await server.api('admin').translations.set({ key: String(input.key), text: 'Leave' })
    return {}
  },
  'translations.import': () => ({ texts: [{ key: 'ui.close', text: 'Shut' }] }),
}

const webSample: Partial<WebSettingsDraft> = {
  ...{ lockedContentBehaviour: 'do_nothing', projectId: 'p', url: 'https://acme.example' },
  ...{ localyticsWebId: 'l', landingPageGetAccessLink: 'https://acme.example/join' },
  ...{ numberOfMySubscriptionItemsOnHomePage: 1, subscriptionSource: ['stripe' as const] },
  ...{ secretKey: 's', webHookKey: 'w', publishableKey: 'p', planId: 'plan_1' },
}
const appSample = { localyticsiOSId: 'i', localyticsAndroidId: 'a', subscriptionSource: ['apple' as const] }

/** A title that the tenant’s site shows. */
async function shownTitle({ server }: Given): Promise<string> {
  const { tag } = await server.api('tenant').titles.create({ className: 'On the site' })
  await put(server, tag, { status: TitleStatus.Published, tenants: ['pulsehouse'] })
  return tag
}

/** Puts classes into the collection of the call. */
async function addClasses(given: Given, count: number): Promise<string[]> {
  const titleTags: string[] = []
  for (let nth = 0; nth < count; nth += 1) titleTags.push(await shownTitle(given))
  const into = { tenant: 'pulsehouse', tag: String(given.input.tag) }
  await given.server.api('tenant').collections.addClasses({ ...into, titleTags })
  return titleTags
}

let added = 0
/** Each call adds one of its own. */
function newTenantName() {
  added += 1
  return { name: `Added ${added}` }
}
const addTenant = async ({ server }: Given): Promise<string> =>
  (await server.api('admin').tenants.create({ ...tenantSample, ...newTenantName() })).tenantID

/** Another title of the same owner has the file. */
async function proveStored({ server, input }: Given) {
  const api = server.api('tenant')
  const bytes = await freshClip()
  await sendFile(api, (await api.titles.create({ className: 'First' })).tag, bytes)
  const slice: FileSource['slice'] = async (start, end) => new Blob([bytes.slice(start, end)])
  const source = { name: 'class.mp4', size: bytes.length, slice }
  const named = { tag: String(input.tag), role: 'video' as const }
  const sample = await sampleOf(source)
  const asked = await api.uploads.offer({ ...named, totalSize: bytes.length, sample })
  const proof = await answerTo(asked!, source)
  return { ...named, challenge: asked!.challenge, proof, digest: fileDigest(bytes) }
}
