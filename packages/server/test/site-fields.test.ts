import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AssetType,
  contract,
  EventType,
  newEvent,
  type Product,
  type SiteInput,
  TitleStatus,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionItemsTable, collectionsTable } from '../src/collections/tables.ts'
import { eventsTable } from '../src/events/tables.ts'
import { membersTable } from '../src/members/tables.ts'
import { plainPdf } from '../src/seed/documents.ts'
import { channelsTable } from '../src/stored-channels/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import { plainPng } from './plain-png.ts'
import { failure } from './refusals.ts'
import { colours, icon, mobileSite, store } from './site-pictures.ts'
import { displayed, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const channel = 'ironside-strength'
const site = contract['site-content']
const clock = createTestClock()
let server: TestServer
let admin: TestApi
let tenant: TestApi
beforeAll(async () => {
  server = await createTestServer({ clock })
  admin = server.api('admin')
  tenant = server.api('tenant')
  const supply = { providerId: 'ironside', channelId: channel, status: TitleStatus.Published }
  await server.deps.db.insert(titlesTable).values({
    tag: 'swing',
    className: 'Swing',
    ...displayed,
    ...supply,
    tenants: [tenantId],
    streamKey: 's/1',
  })
})
afterAll(() => server?.close())

/** What the site is answered, by the token of a product. */
async function ask(verb: keyof typeof site, input: object = {}, product?: Product) {
  const token = await tokenFor(product)
  const { status, body } = await send(server, site[verb], { ...input }, { token })
  return { status, body: body as { data: Record<string, unknown>[] } & Record<string, unknown> }
}
const read = async (verb: keyof typeof site, input?: object) => (await ask(verb, input)).body
async function tokenFor(product?: Product): Promise<string> {
  if (product === undefined) return siteToken(server)
  await server.deps.limits.site.reset(`token ${tenantId}`)
  const { accessKey, secretKey } = (await admin.tenants.keys({ id: tenantId })).keys!
  return (await server.api().tenants.token({ accessKey, secretKey, product })).token
}
const demo = (name: string) => readFile(join(import.meta.dirname, '../assets/demo', name))
const picture = async (assetType: AssetType, name: string) =>
  (await tenant.images.upload({ img: new File([await demo(name)], name), assetType })).url

/** What an active channel needs; those of the demo's tables come without pictures. */
const pictures = { profileImageUrl: '', mediaSpaceImageUrl: '' }
beforeAll(async () => {
  const img = new File([plainPng(160, 160)], 'profile.png')
  pictures.profileImageUrl = (await admin.images.upload({ img, assetType: 'profile' })).url
  pictures.mediaSpaceImageUrl = await picture('mediaSpace', 'channel-1-space.jpg')
  await admin.channels.update({ tag: channel, description: 'Heavy things.', ...pictures })
})

beforeEach(() => server.deps.db.update(channelsTable).set({ kinds: ['web', 'app', 'virtual', 'api'] }))

describe('B-14, CHAN-18, C-141 where a channel appears', () => {
  const products: Product[] = ['Web', 'Mobile App', 'Virtual', 'API']
  beforeAll(async () => {
    await siteToken(server)
    await admin.tenants.update({ tenantId, activatedProducts: products })
    await server.deps.db.insert(collectionsTable).values({
      ...{ collectionTag: 'has', tenantId, name: 'Has it', description: 'One class', isActive: true },
    })
    await server.deps.db
      .insert(collectionItemsTable)
      .values({ collectionTag: 'has', titleTag: 'swing', place: 1 })
    const schedule = { type: 1 as const, weekdays: [0, 1, 2, 3, 4, 5, 6], daily_time: '12:00' }
    await server.deps.db.insert(eventsTable).values({
      ...{ ...newEvent, eventId: 'daily', tenantId, title: 'Daily', type: EventType.Scheduled, schedule },
      ...{ durationSecond: 3600, contentId: 'swing', active: true, activatedOnce: true },
    })
  })
  /** What the site of a product has of the class, in each of its answers. */
  async function placesOf(product?: Product) {
    const tags = (list: { data: Record<string, unknown>[] }, key: string) => list.data.map(row => row[key])
    const collections = (await ask('collections', {}, product)).body.data
    const has = collections.find(({ collectionTag }) => collectionTag === 'has')
    const schedule = (await ask('schedule', {}, product)).body as unknown as { occurrences: object[] }
    return {
      list: tags((await ask('titles', {}, product)).body, 'tag').includes('swing'),
      search: tags((await ask('titles', { query: 'Swing' }, product)).body, 'tag').includes('swing'),
      title: (await ask('title', { tag: 'swing' }, product)).status === 200,
      link: (await ask('streamingLink', { tag: 'swing' }, product)).status === 200,
      collection: (has as { collectionItems: object[] }).collectionItems.length === 1,
      schedule: schedule.occurrences.length > 0,
    }
  }
  const everywhere = { list: true, search: true, title: true, link: true, collection: true, schedule: true }
  const nowhere = Object.fromEntries(Object.keys(everywhere).map(place => [place, false]))

  test('kinds: every answer of a site has it for the products that are ticked, and none for the others', async () => {
    for (const product of [undefined, ...products]) expect(await placesOf(product)).toEqual(everywhere)
    await admin.channels.update({ tag: channel, kinds: ['app', 'web'] })
    expect(await admin.channels.view({ tag: channel })).toMatchObject({ kinds: ['web', 'app'] })
    expect(await placesOf('Web')).toEqual(everywhere)
    expect(await placesOf('Mobile App')).toEqual(everywhere)
    expect(await placesOf('Virtual')).toEqual(nowhere)
    expect(await placesOf('API')).toEqual(nowhere)
    // A token that names no product is one of the API.
    expect(await placesOf()).toEqual(nowhere)
  })

  test('kinds: a link that was given before ends with the product', async () => {
    const { streamingLink } = (await ask('streamingLink', { tag: 'swing' }, 'Web')).body
    const open = async () => (await server.app.request(String(streamingLink))).status
    expect(await open()).not.toBe(403)
    await admin.channels.update({ tag: channel, kinds: ['api'] })
    expect(await open()).toBe(403)
  })

  test('kinds: at least one, as its field says; who writes it is in its history', async () => {
    expect((await failure(admin.channels.update({ tag: channel, kinds: [] }))).issues).toMatchObject([
      { path: 'kinds', code: 'channel.noKind' },
    ])
    await admin.channels.update({ tag: channel, kinds: ['virtual'] })
    const { data } = await admin.audit.list({ rowId: channel, take: 1 } as never)
    expect(data[0]).toMatchObject({
      changes: [{ path: 'kinds', before: ['web', 'app', 'virtual', 'api'], after: ['virtual'] }],
    })
  })

  test('LIVE-08 kinds: access explain tells the products, of a site and of one that is asked for', async () => {
    await server.deps.db
      .insert(membersTable)
      .values({ userId: 'mia', externalUserId: 'm-7', tenantId, name: 'Mia', email: 'mia@site.example' })
      .onConflictDoNothing()
    const explain = async (product?: 'web' | 'app') => {
      const found = await tenant.entitlements.explain({ tenantId, userId: 'mia', titleTag: 'swing', product })
      return [found.isAllowed, ...found.reasons.filter(({ rule }) => rule === 'product')]
    }
    const told = (finding: string, isMet: boolean, ...names: string[]) => [
      isMet,
      { rule: 'product', finding, isMet, names },
    ]
    expect(await explain('web')).toEqual(told('everyProduct', true))
    await admin.channels.update({ tag: channel, kinds: ['app'] })
    expect(await explain()).toEqual(told('someProducts', true, 'Mobile App'))
    expect(await explain('app')).toEqual(told('thisProduct', true, 'Mobile App'))
    expect(await explain('web')).toEqual(told('otherProduct', false, 'Mobile App'))
    expect((await ask('streamingLink', { tag: 'swing', userId: 'm-7' }, 'Web')).status).toBe(404)
  })

  test('B-10 activatedProducts: a token is for a product that the tenant has, and ends with it', async () => {
    const token = await tokenFor('Virtual')
    await admin.tenants.update({ tenantId, activatedProducts: ['Web'] })
    expect((await failure(tokenFor('Virtual'))).issues).toMatchObject([
      { path: 'product', code: 'siteContent.productOff', params: { product: 'Virtual' } },
    ])
    expect((await send(server, site.titles, {}, { token })).status).toBe(401)
    await admin.tenants.update({ tenantId, activatedProducts: products })
  })

  test('B-14 displayName, description, profileImageUrl, mediaSpaceImageUrl, active, tenants: the channels of a site', async () => {
    const shown = { displayName: 'Iron', description: 'Heavier things.', ...pictures }
    await admin.channels.update({ tag: channel, ...shown })
    const mine = async (product?: Product) =>
      (await ask('channels', {}, product)).body.data.find(({ tag }) => tag === channel)
    expect(await mine()).toEqual({ tag: channel, ...shown })
    await admin.channels.update({ tag: channel, kinds: ['web'] })
    expect(await mine()).toBeUndefined()
    expect(await mine('Web')).toBeDefined()
    await server.deps.db.update(channelsTable).set({ isActive: false }).where(eq(channelsTable.tag, channel))
    expect(await mine('Web')).toBeUndefined()
    await server.deps.db.update(channelsTable).set({ isActive: true }).where(eq(channelsTable.tag, channel))
  })
})

describe('B-15 to B-21 what staff fill in is what a site is told', () => {
  test('B-15 title, description, category, durationSecond, imageUrl, schedule and what describes the class', async () => {
    const event = {
      ...{ title: 'Hills', description: 'Up and down.', category: 'Cycle' as const, durationSecond: 1800 },
      ...{ classCategoryId: 'strength', classSubCategoryId: 'strength-kettlebell', skill: 4, intensity: 8 },
      ...{ classLanguageCode: 'en-GB', equipmentIds: ['equipment-kettlebell'], instructor: 'Nora' },
      imageUrl: await picture('cover', 'cover-01.jpg'),
    }
    const schedule = { type: 1 as const, weekdays: [1, 4], daily_time: '18:00' }
    const { eventId } = await tenant.events.create({
      ...{ tenantId, type: 3, ...event, schedule, contentId: 'swing', active: true },
    })
    const found = (await read('schedule')) as unknown as {
      data: Record<string, unknown>[]
      occurrences: { eventId: string; start: string }[]
    }
    expect(found.data.find(one => one.event_Id === eventId)).toMatchObject({
      ...event,
      ...{ type: 3, classCategory: 'Strength', classSubCategory: 'Kettlebell', level: 'beginner' },
      ...{ classLanguage: 'English (United Kingdom)', equipmentTypeTags: ['Kettlebell'] },
    })
    expect(JSON.stringify(found.occurrences)).toContain('2026-11-23T17:00:00.000Z')
    await tenant.events.update({ eventId, active: false })
    expect(JSON.stringify(await read('schedule'))).not.toContain('Hills')
  })

  test('B-16 name, description, active, documentIds, displayOrder, isFeaturedCollection, isClassOfDayCollection', async () => {
    const file = new File([plainPdf([['Plan']])], 'plan.pdf', { type: 'application/pdf' })
    const document = { title: 'Plan', description: 'Six weeks.' }
    const { documentId } = await tenant.documents.create({ tenantId, ...document, file })
    const draft = { name: 'Morning', description: 'Before breakfast.', documentIds: [documentId] }
    const { collectionTag } = await tenant.collections.create({
      ...{ tenantId, ...draft, active: true, titleTags: ['swing'] },
    })
    const mine = async () => (await read('collections')).data.find(one => one.collectionTag === collectionTag)
    expect(await mine()).toMatchObject({
      ...{ name: 'Morning', description: 'Before breakfast.', displayOrder: expect.any(Number) },
      ...{ isFeaturedCollection: false, isClassOfDayCollection: false },
      documents: [{ documentId, ...document, documentName: 'plan.pdf', type: 'pdf', pages: 1 }],
      collectionItems: [{ tag: 'swing', title: 'Swing' }],
    })
    await server.deps.db
      .update(collectionsTable)
      .set({ isFeatured: true, isClassOfDay: true })
      .where(eq(collectionsTable.collectionTag, collectionTag))
    expect(await mine()).toMatchObject({ isFeaturedCollection: true, isClassOfDayCollection: true })
    await server.deps.db.update(collectionsTable).set({ isFeatured: false, isClassOfDay: false })
    await tenant.documents.update({ tenantId, documentId, active: false })
    expect(await mine()).toMatchObject({ documents: [] })
    await tenant.collections.update({ tenantId, tag: collectionTag, active: false })
    expect(await mine()).toBeUndefined()
  })

  test('B-17 title, description, subscriptionType, collectionTags, pricingTableId, imageLink, isActive', async () => {
    const draft = {
      ...{ title: 'Unlimited', description: 'Every class.', subscriptionType: 'bundle' as const },
      ...{ collectionTags: ['has'], pricingTableId: 'price_1' },
      imageLink: await picture('packageCover', 'channel-1-space.jpg'),
    }
    const { subsPackageId } = await tenant.subscriptions.create({ tenantId, ...draft, isActive: true })
    const mine = async () =>
      (await read('subscriptions')).data.find(one => one.subsPackageId === subsPackageId)
    expect(await mine()).toEqual({ subsPackageId, ...draft, paymentKind: 'stripe' })
    await tenant.subscriptions.update({ tenantId, subsPackageId, isActive: false })
    expect(await mine()).toBeUndefined()
  })

  test('B-19 title, languageCode, filename, version: terms by language', async () => {
    const files = Object.fromEntries(
      ['en-GB', 'de-DE', 'fr-FR'].map(tag => [tag, new File([`<p>${tag}</p>`], `${tag}.html`)]),
    )
    await admin.terms.upload({ tenantId, title: 'Terms 2026', files })
    const { data } = await read('terms')
    expect(data).toContainEqual(
      expect.objectContaining({ title: 'Terms 2026', languageCode: 'de-DE', filename: 'de-DE.html' }),
    )
  })

  test('B-20, B-21 looks, contact and links, those alone that are shown', async () => {
    const web = {
      ...{ logoUrl: await store(tenant, 'logo'), homeImageUrl: await picture('homeImage', 'site-home.jpg') },
      ...{ faviconUrl: (await tenant.images.upload({ img: icon(), assetType: 'favicon' })).url, ...colours },
    }
    const general = { appTitle: 'Pulse', contactEmail: 'hello@site.example' }
    const mobile = await mobileSite(tenant)
    const instagram = { configurationSubType: 'Instagram', httpLink: 'https://instagram.com/pulse' }
    const android = { configurationSubType: 'Android', httpLink: 'https://play.google.com/pulse' }
    const shop = { httpLink: 'https://shop.example', linkText: 'Shop', linkHoverText: 'Our shop' }
    const all = [
      { configurationType: 'general', ...general },
      { configurationType: 'web', ...web },
      { configurationType: 'mobile', ...mobile },
      { configurationType: 'social', ...instagram, status: true },
      { configurationType: 'app', ...android },
      { configurationType: 'custom', ...shop, status: true },
      { configurationType: 'custom', ...shop, linkText: 'Hidden', status: false },
    ]
    for (const one of all) await tenant.site.save({ configuration: { tenantId, ...one } as SiteInput })
    const found = await read('settings')
    expect(found).toMatchObject({ general, web, mobile })
    expect(found.social).toContainEqual(instagram)
    expect(found.app).toContainEqual(android)
    expect(found.custom).toContainEqual(shop)
    expect(JSON.stringify(found.custom)).not.toContain('Hidden')
  })
})

test('B-13 name, displayName, email, contact, phoneNumber: who it is, is found by each', async () => {
  const draft = { name: 'Tarn', displayName: 'Tarn Moves', email: 'ann@tarn.test', contact: 'Ann Tarn' }
  await admin.providers.create({
    ...draft,
    password: 'reels-1',
    phoneNumber: '+44 20 7946 0999',
    mediaPlatform: 0,
  })
  for (const query of ['tarn', 'Tarn Moves', 'ann@tarn', 'Ann Tarn', '+44 20 7946 0999', '79460999'])
    expect((await admin.providers.list({ query })).data, query).toMatchObject([{ name: 'Tarn' }])
})

test('TITLE-01, C-140 isActive, alternateLink, isEquipment: a title that is off is on no site, and what it says is told', async () => {
  const said = { tag: 'swing', alternateLink: 'https://gym.example/swing', isEquipment: true }
  await admin.titles.update(said)
  expect(await read('title', { tag: 'swing' })).toMatchObject(said)
  await admin.titles.update({ tag: 'swing', isActive: false })
  expect((await ask('title', { tag: 'swing' })).status).toBe(404)
  expect((await read('titles')).data.map(({ tag }) => tag)).not.toContain('swing')
  const [staffs] = (await admin.titles.find({ titleTags: ['swing'] })).data
  expect(staffs).toMatchObject({ siteDates: { state: 'off' }, alternateLink: said.alternateLink })
  await admin.titles.update({ tag: 'swing', isActive: true })
  expect((await ask('title', { tag: 'swing' })).status).toBe(200)
})
