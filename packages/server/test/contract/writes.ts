import { type Endpoint, EventType, newWebSettings, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { batchesTable } from '../../src/batch-work/tables.ts'
import { eventsTable } from '../../src/events/tables.ts'
import { webSettingsTable } from '../../src/tenant-settings/tables.ts'
import { titleJobItemsTable, titleJobsTable } from '../../src/title-jobs/tables.ts'
import type { TestServer } from '../harness.ts'
import { mobileSite } from '../site-pictures.ts'
import { freshClip, put, sendFile } from '../titles/support.ts'
import { sampleChange } from './calls.ts'
import {
  addClasses,
  addTenant,
  appSample,
  asset,
  chunk,
  completed,
  inHotels,
  type More,
  names,
  newChannel,
  newProvider,
  newTenantName,
  proveStored,
  publishable,
  shownTitle,
  title,
  trailer,
  uploaded,
  webSample,
} from './given.ts'
import { goodInput } from './good-input.ts'
import { makeRows } from './rows.ts'

/** A Monday, on which the events of these tests take place, in the week after next, or so many days after it. */
function mondayAhead({ deps: { clock } }: TestServer, daysAfter = 0): string {
  const day = new Date(clock.now().getTime() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + daysAfter)
  return day.toISOString().slice(0, 10)
}

/** What a write takes beside its required fields to do something, and what must have been before; an update changes a text of its row unless given. */
export const writes: Record<string, More> = {
  'titles.publish': title({ ...publishable, ...completed }),
  'titles.cancelContent': title(uploaded, 'titleTag'),
  'titles.removeTrailer': title({ ...trailer, trailerStatus: TitleStatus.Completed }, 'titleTag'),
  'titles.updateThumbnailType': () => ({ thumbnailType: 'custom' }),
  'titles.encodeVideo': title(uploaded),
  async 'titles.encodeTrailer'({ server, input }) {
    await sendFile(server.api('tenant'), String(input.tag), await freshClip(), { role: 'trailer' })
    return {}
  },
  'titles.retry': title(uploaded),
  'webhooks.create': () => ({ url: 'https://hooks.acme.example/in' }),
  'webhooks.update': () => ({ description: 'Changed' }),
  'webhooks.resend': () => ({ since: '2026-01-01T00:00:00Z' }),
  async 'live.renewKey'({ server, input }) {
    const sent = { type: EventType.Live, eventSource: 'platform' as const, eventKey: `key-${input.eventId}` }
    const same = eq(eventsTable.eventId, String(input.eventId))
    await server.deps.db.update(eventsTable).set(sent).where(same)
    return {}
  },
  async 'embed-sessions.create'({ server }) {
    const key = { name: 'Studio', rights: ['read' as const] }
    const endsOn = new Date(server.deps.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const { keyId } = await server.api('tenant').keys.create({ ...key, endsOn })
    return { keyId, rights: ['read'] }
  },
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
  async 'batches.stop'({ server, input }) {
    const same = eq(batchesTable.batchId, String(input.id))
    await server.deps.db.update(batchesTable).set({ status: 'Processing' }).where(same)
    return {}
  },
  async 'members.enable'({ server, input }) {
    const { tenantId, userId } = input as Record<string, string>
    await server.api('tenant').members.disable({ tenantId: tenantId!, userId: userId! })
    return {}
  },
  'members.updateItem': () => ({ title: 'Renamed' }),
  async 'member-imports.stop'({ server, input }) {
    const same = eq(batchesTable.batchId, String(input.fileId))
    await server.deps.db.update(batchesTable).set({ status: 'Processing' }).where(same)
    return {}
  },
  async 'sessions.remove'({ server }) {
    const { token } = await server.signIn('tenant')
    return { sessionId: String(decodeJwt(token).sid) }
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
  async 'channels.removeTitles'(given) {
    const tag = String((given.input.titleTags as string[])[0])
    await put(given.server, tag, { channelId: 'pulse-house-originals' })
    return {}
  },
  'publishing.setChannel': async given => ({
    ...{ tag: await newChannel(given), tenantIdsToPublish: ['pulsehouse'] },
  }),
  'publishing.setTenant': async given => ({ channelIdsToPublish: [await newChannel(given)] }),
  'publishing.setMany': async given => ({
    changes: [{ tenantId: 'pulsehouse', publish: [await newChannel(given)], unpublish: [] }],
  }),
  'categories.create': () => ({ name: { invariantText: 'Rowing' } }),
  'categories.update': () => ({ name: { invariantText: 'Renamed' } }),
  async 'categories.reorder'({ server }) {
    const add = async (invariantText: string) =>
      (await server.api('tenant').categories.create({ name: { invariantText } })).categoryId
    const [first, second] = [await add('First'), await add('Second')]
    return { categoryIds: [second, first] }
  },
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
  async 'collections.highlight'(given) {
    await addClasses(given, 1)
    await given.server.api('tenant').collections.update({
      ...{ tenantId: 'pulsehouse', tag: String(given.input.tag), active: true },
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
      collectionIds: rows
        .map(row => row.tenant!)
        .toSorted()
        .toReversed(),
    }
  },
  async 'subscriptions.create'({ server }) {
    const img = await asset('channel-1-space.jpg')
    return { imageLink: (await server.api('tenant').images.upload({ img, assetType: 'packageCover' })).url }
  },
  async 'site.saveMobile'({ server }) {
    return mobileSite(server.api('tenant'))
  },
  async 'site.remove'({ server }) {
    await makeRows('siteLink', server)
    return {}
  },
  'tenants.create': () => newTenantName(),
  'tenants.update': () => ({ customerNumber: 'K-2' }),
  'tenants.remove': async given => ({ tenantIds: [await addTenant(given)] }),
  async 'site-content.addReviews'(given) {
    const date = given.server.deps.clock.now().toISOString()
    const one = { reviewId: 'review-1', user: 'Ada', rating: 5, comment: 'Calm.', date }
    return { reviews: [{ ...one, titleTag: await shownTitle(given) }] }
  },
  async 'site-content.addMembers'({ server: { deps } }) {
    const settings = { ...newWebSettings, subscriptionSource: ['mms' as const] }
    await deps.db
      .insert(webSettingsTable)
      .values({ tenantId: 'pulsehouse', settings })
      .onConflictDoUpdate({ target: webSettingsTable.tenantId, set: { settings } })
    return { members: [{ externalUserId: 'm-1', name: 'Ada', email: 'ada@site.example' }] }
  },
  'web-settings.create': async given => ({ tenantId: await addTenant(given), ...webSample }),
  async 'web-settings.update'(given) {
    const tenantId = await addTenant(given)
    await given.server.api('admin')['web-settings'].create({ tenantId, ...webSample })
    return { tenantId, showLogo: false }
  },
  'app-settings.create': async given => ({ tenantId: await addTenant(given), ...appSample }),
  async 'app-settings.update'(given) {
    const tenantId = await addTenant(given)
    await given.server.api('admin')['app-settings'].create({ tenantId, ...appSample })
    return { tenantId, myZoneEnabled: true }
  },
  async 'tenants.restore'(given) {
    const tenantId = await addTenant(given)
    await given.server.api('admin').tenants.remove({ tenantIds: [tenantId] })
    return { tenantId }
  },
  'events.create': () => ({ type: 2 }),
  'events.addOccurrence': ({ server }) => ({ start: `${mondayAhead(server, 2)}T10:00:00Z` }),
  'events.changeOccurrence': ({ server }) => ({ date: mondayAhead(server), isCancelled: true }),
  async 'events.restoreOccurrence'({ server, input }) {
    const date = mondayAhead(server)
    const eventId = String(input.eventId)
    await server.api('tenant').events.changeOccurrence({ eventId, date, isCancelled: true })
    return { date }
  },
  'events.split': ({ server }) => ({ date: mondayAhead(server), title: 'Later' }),
  async 'events.join'({ server, input }) {
    const of = { eventId: String(input.eventId), date: mondayAhead(server) }
    return { eventId: (await server.api('tenant').events.split(of)).eventId }
  },
  'events.duplicate': async ({ server }) => {
    await makeRows('event', server, ['tenant'])
    return { day: mondayAhead(server), onto: mondayAhead(server, 1) }
  },
  async 'events.removeDuplicates'({ server }) {
    const { tenant: eventId = '' } = await makeRows('event', server, ['tenant'])
    const date = mondayAhead(server, 1)
    await server.api('tenant').events.addOccurrence({ eventId, start: `${date}T10:00:00Z` })
    return { copies: [{ eventId, date }] }
  },
  'events.upload': chunk,
  'events.encodeVideo': title(uploaded, 'eventId'),
  'events.cancelUpload': title(uploaded, 'eventId'),
  'labels.update': () => names,
  'focus-areas.update': () => names,
  'equipment.update': () => names,
  async 'translations.remove'({ server, input }) {
    await server.api('admin').translations.set({ key: String(input.key), text: 'Leave' })
    return {}
  },
  'translations.import': () => ({ texts: [{ key: 'ui.close', text: 'Shut' }] }),
}

/** An input by which a write does something. */
export async function goodWrite(
  endpoint: Endpoint,
  server: TestServer,
  owner: 'tenant' | 'provider' = 'tenant',
): Promise<Record<string, unknown>> {
  const input = await goodInput(endpoint, server, owner)
  const more = (await writes[endpoint.id]?.({ server, input })) ?? sampleChange(endpoint)
  return { ...input, ...more }
}
