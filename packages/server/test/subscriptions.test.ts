import { readFile } from 'node:fs/promises'
import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { SubscriptionDraft } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionsTable } from '../src/collections/tables.ts'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { subscriptionsTable } from '../src/stored-subscriptions/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { plainPng } from './plain-png.ts'
import { issuesOf } from './refusals.ts'
import { refusal, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const scope = { kind: 'tenant', tenantId } as const
const [first, second] = ['first', 'second']

describe.each(databases)('subscription packages on %s', db => {
  let server: TestServer
  let api: TestApi
  let stripe: HttpServer
  const sample = {
    ...{ title: ' Unlimited ', description: 'Every class.', subscriptionType: 'allinone' as const },
    ...{ collectionTags: [second, first, second], pricingTableId: ' price_1 ', imageLink: '' },
  }
  beforeAll(async () => {
    stripe = createHttp((request, response) => {
      const isKnown = request.url?.startsWith('/v1/prices/price_1') ?? false
      const price = { id: 'price_1', currency: 'jpy', unit_amount: 990, nickname: 'Gold', product: 'prod_1' }
      const every = { recurring: { interval: 'month', interval_count: 3 } }
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isKnown ? { ...price, ...every } : { error: { message: 'no' } }))
    })
    await new Promise<void>(done => stripe.listen(0, '127.0.0.1', done))
    const stripeUrl = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`
    server = await createTestServer({ db, clock: createTestClock(), stripeUrl })
    api = server.api('tenant')
    const collection = (collectionTag: string, of = tenantId) => ({
      ...{ collectionTag, tenantId: of, name: collectionTag, description: 'For a package.' },
    })
    await server.deps.db
      .insert(collectionsTable)
      .values([collection('first'), collection('second'), collection('hers', 'nordicmove')])
    const img = new File(
      [await readFile(join(import.meta.dirname, '../assets/demo/channel-1-space.jpg'))],
      'cover.jpg',
    )
    sample.imageLink = (await api.images.upload({ img, assetType: 'packageCover' })).url
  })
  afterAll(async () => {
    await server?.close()
    stripe.close()
  })

  const create = async (more: Partial<SubscriptionDraft> = {}) =>
    (await api.subscriptions.create({ tenantId, ...sample, ...more })).subsPackageId
  const view = async (subsPackageId: string) =>
    (await api.subscriptions.view({ tenantId, subsPackageId })).data[0]!
  const update = (subsPackageId: string, set: object) =>
    api.subscriptions.update({ tenantId, subsPackageId, ...set })
  const titles = async (asked: object = {}) =>
    (await api.subscriptions.list({ tenantId, ...asked })).data.map(({ title }) => title)

  test('B-17, SUBS-01, SUBS-02, SUBS-05, SUBS-06, API-118, API-119 is stored whole and read from data[0]', async () => {
    const subsPackageId = await create()
    expect(await api.subscriptions.view({ tenantId, subsPackageId })).toEqual({
      data: [
        {
          ...{ subsPackageId, tenantId, title: 'Unlimited', description: 'Every class.' },
          ...{ subscriptionType: 'allinone', collectionTags: [second, first], pricingTableId: 'price_1' },
          ...{ imageLink: sample.imageLink, isActive: false, status: 'Saved', paymentKind: 'stripe' },
          ...{ createdDate: '2026-11-20T09:00:00', version: 1 },
        },
      ],
    })
  })

  test('SUBS-03, SUBS-04, SUBS-08, C-37, C-114 says of each field what is missing or wrong, and stores nothing', async () => {
    const before = await titles()
    const empty = { title: ' ', description: '', collectionTags: [], pricingTableId: '', imageLink: null }
    expect(await issuesOf(create(empty))).toEqual([
      'title required.title',
      'description required.description',
      'imageLink required.cover',
      'collectionTags validation.required',
      'pricingTableId validation.required',
    ])
    const long = { title: 'a'.repeat(41), description: 'a'.repeat(501), pricingTableId: 'price 1' }
    expect(await issuesOf(create(long))).toEqual([
      'title validation.tooLong',
      'description validation.tooLong',
      'pricingTableId web.stripeId',
    ])
    expect(await issuesOf(create({ collectionTags: [first, 'hers'] }))).toEqual([
      'collectionTags.1 validation.reference',
    ])
    const small = new File(
      [await readFile(join(import.meta.dirname, '../assets/demo/channel-1-profile.jpg'))],
      'cover.jpg',
    )
    const { url } = await api.images.upload({ img: small, assetType: 'profile' })
    expect(await issuesOf(create({ imageLink: url }))).toEqual(['imageLink validation.imageSize'])
    const banner = { img: new File([plainPng(1920, 564)], 'cover.png'), assetType: 'banner' } as const
    const png = await api.images.upload(banner)
    expect(await issuesOf(create({ imageLink: png.url }))).toEqual(['imageLink validation.imageType'])
    expect(await refusal(create({ subscriptionType: 'gold' as 'bundle' }))).toMatch(/^400/)
    expect(await issuesOf(create({ imageLink: 'https://example.test/a.jpg' }))).toEqual([
      'imageLink validation.imageForeign',
    ])
    expect(await titles()).toEqual(before)
  })

  test('API-120, SESS-19 an update leaves the rest; an older version is refused; what was active once is Inactive', async () => {
    const id = await create({ title: 'a'.repeat(40), description: 'a'.repeat(500) })
    await update(id, { title: 'Unlimited', version: 1 })
    expect(await update(id, { isActive: true, version: 2 })).toMatchObject({ status: 'Active', version: 3 })
    expect(await update(id, { isActive: false })).toMatchObject({ status: 'Inactive', title: 'Unlimited' })
    expect(await refusal(update(id, { title: 'Later', version: 1 }))).toMatch(/^409/)
    expect(await issuesOf(update(id, { collectionTags: [] }))).toEqual(['collectionTags validation.required'])
    expect(await issuesOf(update(id, { imageLink: null }))).toEqual(['imageLink required.cover'])
    const { data } = await auditOf(scope, server.deps.db, {
      ...{ noun: 'subscriptions', id, page: 1, take: -1 },
    })
    expect(data.map(({ verb, version }) => `${verb} ${version}`)).toEqual([
      ...['update 4', 'update 3', 'update 2'],
      'create 1',
    ])
  })

  test('API-119, CONST-25 a list by words, state and type, in the order of a dictionary or the newest first', async () => {
    await server.deps.db.delete(subscriptionsTable)
    await create({ title: 'Zoë', isActive: true })
    await create({ title: 'Émile', subscriptionType: 'bundle' })
    await create({ title: 'Ada', description: 'With Zoë.' })
    expect(await titles()).toEqual(['Ada', 'Émile', 'Zoë'])
    expect(await titles({ query: 'zo', dir: 'desc' })).toEqual(['Zoë', 'Ada'])
    expect(await titles({ status: 'Active' })).toEqual(['Zoë'])
    expect(await titles({ status: 'Saved', subscriptionType: 'bundle' })).toEqual(['Émile'])
    expect(
      await titles({ status: ['Saved', 'Active'], subscriptionType: ['allinone', 'bundle'] }),
    ).toHaveLength(3)
    expect(await titles({ page: 2, take: 2 })).toEqual(['Zoë'])
  })

  test('SUBS-07, API-121 those that stayed are told, each with its reason; the others are gone', async () => {
    const [one, two] = [await create(), await create()]
    expect(await api.subscriptions.remove({ tenantId, ids: [one, 'unknown', two, 'other', one] })).toEqual({
      failed: ['unknown', 'other'].map(id => ({ id, status: 404, reason: expect.stringMatching(/\w+/) })),
    })
    expect(await refusal(view(one))).toMatch(/^404/)
  })

  test('C-113, SUBS-03 a package’s last collection stays, and says whose it is; others leave the package', async () => {
    await server.deps.db.delete(subscriptionsTable)
    const collections = await Promise.all(
      ['A', 'B'].map(async name => {
        const texts = { tenantId, name: `Collection ${name}`, description: 'For a package.' }
        return (await api.collections.create(texts)).collectionTag
      }),
    )
    const id = await create({ title: 'Gold', collectionTags: collections })
    const [removed, kept] = (
      await Promise.all(collections.map(tag => api.collections.remove({ tenantId, tags: [tag] })))
    )
      .flat()
      .toSorted((a, b) => a.status - b.status)
    expect(removed?.status).toBe(200)
    expect(kept).toMatchObject({
      ...{ status: 409, reason: 'It is the last collection of: Gold. Add another one there first.' },
    })
    expect(await view(id)).toMatchObject({ collectionTags: [kept!.id], version: 2 })
    await api.subscriptions.remove({ tenantId, ids: [id] })
    expect(await api.collections.remove({ tenantId, tags: [kept!.id] })).toMatchObject([{ status: 200 }])
  })

  test('C-113 collections that go while packages come: none is left with one that is gone', async () => {
    const work = await Promise.all(
      [0, 1, 2, 3].map(async nth => {
        const texts = { tenantId, name: `Brief ${nth}`, description: 'Here and gone.' }
        const tag = (await api.collections.create(texts)).collectionTag
        const [made, [removal]] = await Promise.all([
          create({ title: `Brief ${nth}`, collectionTags: [tag] }).catch(() => undefined),
          api.collections.remove({ tenantId, tags: [tag] }),
        ])
        return { made, removal }
      }),
    )
    for (const { made, removal } of work) expect(removal?.status).toBe(made === undefined ? 200 : 409)
  })

  test('C-114, C-135 asks Stripe with the key of the web settings; without one it says so', async () => {
    const check = (pricingTableId: string) => api.subscriptions.checkPrice({ tenantId, pricingTableId })
    expect(await check('price_1')).toEqual({ outcome: 'noKey' })
    await server.api('support')['web-settings'].create({
      ...{ tenantId, lockedContentBehaviour: 'do_nothing', projectId: 'p' },
      ...{ url: 'https://acme.example', localyticsWebId: 'l', numberOfMySubscriptionItemsOnHomePage: 1 },
      ...{ landingPageGetAccessLink: 'https://acme.example/join', subscriptionSource: ['stripe'] },
      ...{ secretKey: 'sk_test_1', webHookKey: 'w', publishableKey: 'p', planId: 'plan_1' },
      pricingTableId: 'price_1',
    })
    expect(await check('price_1')).toEqual({
      ...{ outcome: 'found', name: 'Gold', amount: 990, currency: 'jpy' },
      ...{ interval: 'month', intervalCount: 3 },
    })
    expect(await check('price_2')).toEqual({ outcome: 'unknown' })
  })

  test('ROLE-19, F-2, C-91 is its tenant’s and nobody else’s', async () => {
    const subsPackageId = await create()
    for (const caller of ['admin', 'provider'] as const)
      expect(await refusal(server.api(caller).subscriptions.view({ tenantId, subsPackageId }))).toMatch(
        /^403/,
      )
    const other = server.api('support', { tenantId: 'nordicmove' })
    expect(await refusal(other.subscriptions.view({ tenantId, subsPackageId }))).toMatch(/^404/)
    expect(await refusal(other.subscriptions.view({ tenantId: 'nordicmove', subsPackageId }))).toMatch(/^404/)
    const own = server.api('support', { tenantId })
    expect((await own.subscriptions.view({ tenantId, subsPackageId })).data).toHaveLength(1)
  })
})
