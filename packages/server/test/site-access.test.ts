import {
  contract,
  type KinoraError,
  newEvent,
  SITE_TOKEN_SECONDS,
  type SitePlay,
  type SiteReview,
  TitleStatus,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionItemsTable, collectionsTable } from '../src/collections/tables.ts'
import { eventsTable } from '../src/events/tables.ts'
import { playbackDaysTable } from '../src/playback/tables.ts'
import { documentsTable, documentTitlesTable } from '../src/stored-documents/tables.ts'
import { subscriptionsTable } from '../src/stored-subscriptions/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { tenantsTable } from '../src/tenants/tables.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'
import { displayed, type TestApi } from './titles/support.ts'

const provider = { providerId: 'ironside', tenantId: null, channelId: 'ironside-strength' }
describe.each(databases)('TENANT-27 the site of a tenant on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let admin: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    admin = server.api('admin')
    const rows = [
      { tag: 'shown', status: TitleStatus.Published, tenants: ['pulsehouse'], streamKey: 'streams/shown' },
      {
        tag: 'elsewhere',
        status: TitleStatus.Published,
        tenants: ['oasiswellness'],
        streamKey: 'streams/else',
      },
      { tag: 'taken-back', status: TitleStatus.Completed, tenants: [], streamKey: 'streams/back' },
    ]
    await server.deps.db
      .insert(titlesTable)
      .values(rows.map(row => ({ ...provider, ...displayed, className: `Swing ${row.tag}`, ...row })))
    await server.deps.db.insert(titlesTable).values({
      ...{
        tag: 'own-draft',
        className: 'Own draft',
        tenantId: 'pulsehouse',
        providerId: 'tenant-pulsehouse',
      },
      streamKey: 'streams/own',
    })
  })
  afterAll(() => server?.close())

  const keysOf = async (id = 'pulsehouse') =>
    ((await admin.tenants.keys({ id })).keys ?? (await admin.tenants.generateKeys({ id })).keys)!
  const siteContent = contract['site-content']
  /** A call of the site as it goes over the wire. */
  const ask = async (verb: keyof typeof siteContent, input: Record<string, unknown> = {}, token?: string) => {
    const { status, body } = await send(server, siteContent[verb], input, {
      token: token ?? (await siteToken(server)),
    })
    return { status, body: body as never as Record<string, never> }
  }
  const tagsOf = (body: { data: { tag: string }[] }) => body.data.map(({ tag }) => tag)

  describe('its token', () => {
    test('is given for the pair of keys, whose last use is told', async () => {
      await admin.tenants.generateKeys({ id: 'pulsehouse' })
      expect((await keysOf()).lastUsedDate).toBeNull()
      const { accessKey, secretKey } = await keysOf()
      const answer = await server.api().tenants.token({ accessKey, secretKey })
      expect(answer).toMatchObject({ expiresIn: SITE_TOKEN_SECONDS, tenantId: 'pulsehouse' })
      expect((await keysOf()).lastUsedDate).toBe(clock.now().toISOString())
      expect((await ask('titles', {}, answer.token)).status).toBe(200)
    })

    test('ends after a quarter of an hour', async () => {
      const token = await siteToken(server)
      clock.forward(SITE_TOKEN_SECONDS - 1)
      expect((await ask('settings', {}, token)).status).toBe(200)
      clock.forward(1)
      expect(await ask('settings', {}, token)).toMatchObject({
        status: 401,
        body: { message: expect.stringContaining('Get a new token') },
      })
    })

    test('and the pair end at once with a new pair', async () => {
      const old = await keysOf()
      const token = await siteToken(server)
      await admin.tenants.generateKeys({ id: 'pulsehouse' })
      expect((await ask('settings', {}, token)).status).toBe(401)
      expect(await failure(server.api().tenants.token(old))).toMatchObject({ code: 'unauthorised' })
    })

    test('C-98 and the pair end at once with the tenant, and work again once it is restored', async () => {
      const timeZoneInfo = { offsetName: 'Europe/Berlin' }
      const languages = {
        languageCodes: ['en-GB'],
        languageTag: 'en-GB',
        activatedProducts: ['Web' as const],
      }
      const { tenantId: id } = await admin.tenants.create({
        name: 'Ends',
        customerNumber: '1',
        timeZoneInfo,
        ...languages,
      })
      const { accessKey, secretKey } = await keysOf(id)
      const token = await siteToken(server, { id })
      await admin.tenants.remove({ tenantIds: [id] })
      expect((await ask('settings', {}, token)).status).toBe(401)
      expect(await failure(server.api().tenants.token({ accessKey, secretKey }))).toMatchObject({
        code: 'unauthorised',
      })
      await admin.tenants.restore({ tenantId: id })
      expect((await ask('settings', {}, token)).body).toMatchObject({ tenantID: id, general: null })
    })

    test('is refused for wrong keys with what mends it, and the audit log has the refusal without the keys', async () => {
      const { accessKey, secretKey } = await keysOf()
      const wrong = [
        { accessKey, secretKey: `${secretKey}x` },
        { accessKey, secretKey: accessKey },
        { accessKey: 'ak_nobody', secretKey },
      ]
      for (const keys of wrong)
        expect(await failure(server.api().tenants.token(keys))).toMatchObject({
          status: 401,
          detail: expect.stringContaining('present keys'),
        })
      const entries = await admin.audit.list({ kind: 'refusal', row: 'tenants.token' })
      expect(entries.data.map(({ tenantId, by }) => [tenantId, by])).toEqual(
        expect.arrayContaining([
          ['pulsehouse', 'Pulse House'],
          [null, ''],
        ]),
      )
      expect(JSON.stringify(entries)).not.toContain(secretKey)
      expect(JSON.stringify(entries)).not.toContain('ak_nobody')
    })

    test('is limited in tries for a pair, and right ones give them back', async () => {
      const { accessKey } = await keysOf('oasiswellness')
      let last: KinoraError | undefined
      for (let attempt = 0; attempt <= 10; attempt += 1)
        last = await failure(server.api().tenants.token({ accessKey, secretKey: 'wrong' }))
      expect(last).toMatchObject({ code: 'tooMany', status: 429, retryAfter: expect.any(Number) })
      for (let attempt = 0; attempt < 12; attempt += 1) await siteToken(server)
    })

    test('opens no original, and a person’s token hands nothing in and plays nothing', async () => {
      const authorization = `Bearer ${await siteToken(server)}`
      const original = await server.app.request('/media/raw/own-draft', { headers: { authorization } })
      expect(original.status).toBe(403)
      const { token } = await server.signIn('tenant')
      expect((await ask('titles', {}, token)).status).toBe(200)
      expect((await ask('streamingLink', { tag: 'shown' }, token)).status).toBe(403)
      expect((await ask('member', { userId: 'm' }, token)).status).toBe(403)
      expect((await ask('addReviews', { reviews: [] }, token)).status).toBe(403)
    })

    test('that only reads hands in nothing', async () => {
      const token = await siteToken(server, { readOnly: true })
      expect((await ask('titles', {}, token)).status).toBe(200)
      expect(await ask('addReviews', { reviews: [] }, token)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('only reads') },
      })
    })
  })

  describe('what it reads', () => {
    test('titles that are published to it, and of each what members may see', async () => {
      const { body } = await ask('titles', { query: 'swing' })
      expect(tagsOf(body as never)).toEqual(['shown'])
      const [title] = body.data as unknown as Record<string, unknown>[]
      expect(title).toMatchObject({ className: 'Swing shown', channelName: 'Ironside Strength' })
      const internal = [
        'status',
        'fileName',
        'rawVideoFileUrl',
        'tenants',
        'externalId',
        'version',
        'stuck',
        'jobID',
      ]
      for (const field of internal) expect(title).not.toHaveProperty(field)
      expect((await ask('title', { tag: 'shown' })).body).toMatchObject({
        ...{ tag: 'shown', captions: [], documents: [] },
      })
    })

    test('TITLE-06, C-141 a list of what is complete for display; one that isn’t still opens by its tag', async () => {
      const { db: database } = server.deps
      const change = (more: object) =>
        database.update(titlesTable).set(more).where(eq(titlesTable.tag, 'shown'))
      const isListed = async () => tagsOf((await ask('titles')).body as never).includes('shown')
      const gone = {
        ...{ classDescription: '', imageLink: null, classCategoryId: null, classLanguageCode: null },
        ...{ channelId: null, scheduleDate: null },
      }
      for (const [field, value] of Object.entries(gone)) {
        await change({ [field]: value })
        expect([field, await isListed(), (await ask('title', { tag: 'shown' })).status]).toEqual([
          field,
          false,
          200,
        ])
        await change({ ...provider, ...displayed })
      }
      expect(await isListed()).toBe(true)
      const worded = await admin.titles.create({
        ...{ className: 'Worded', classDescription: 'x', providerId: 'ironside' },
      })
      for (const classDescription of [' \n ', '<p><strong> </strong>&nbsp;</p>']) {
        await admin.titles.update({ tag: worded.tag, classDescription })
        const [stored] = (await admin.titles.find({ titleTags: [worded.tag] })).data
        expect(stored!.classDescription).toBe('')
      }
    })

    test('B-10, C-141 a site with the platform’s categories names no other, nor finds by one; its titles stay', async () => {
      const { db: database } = server.deps
      const change = (more: object) =>
        database.update(titlesTable).set(more).where(eq(titlesTable.tag, 'shown'))
      const show = (isPlatformOwnedCategories: boolean) =>
        database
          .update(tenantsTable)
          .set({ isPlatformOwnedCategories })
          .where(eq(tenantsTable.tenantId, 'pulsehouse'))
      const own = { categoryId: ['pulse-signature'] }
      const named = async () => {
        const { body } = await ask('titles')
        const { data } = body as unknown as { data: { tag: string; classCategory: string }[] }
        const { body: one } = await ask('title', { tag: 'shown' })
        return [
          data.find(({ tag }) => tag === 'shown')?.classCategory,
          one.classCategory,
          one.classCategoryId,
        ]
      }
      await change({ classCategoryId: 'pulse-signature' })
      expect(await named()).toEqual(['Pulse Signature', 'Pulse Signature', 'pulse-signature'])
      expect(tagsOf((await ask('titles', own)).body as never)).toEqual(['shown'])
      await show(true)
      expect(await named()).toEqual(['', '', null])
      expect(tagsOf((await ask('titles', own)).body as never)).toEqual([])
      await change({ classCategoryId: 'strength' })
      expect(await named()).toEqual(['Strength', 'Strength', 'strength'])
      expect(tagsOf((await ask('titles', { categoryId: ['strength'] })).body as never)).toContain('shown')
      await show(false)
    })

    test.each(['elsewhere', 'taken-back', 'own-draft', 'nowhere'])('no title %s', async tag => {
      expect((await ask('title', { tag })).status).toBe(404)
      expect((await ask('streamingLink', { tag })).status).toBe(404)
    })

    test('a page of at most a hundred, which says so', async () => {
      expect(await ask('titles', { take: 101 })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'take', params: { max: 100 } }] },
      })
    })

    test('API-23 a link that plays a title, until it is taken back', async () => {
      const { streamingLink } = (await ask('streamingLink', { tag: 'shown' })).body
      await server.deps.blobs.put('streams/shown/master.m3u8', new TextEncoder().encode('#EXTM3U'))
      const play = () => server.app.request(streamingLink!, { headers: { origin: 'https://site.example' } })
      const played = await play()
      expect([played.status, played.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      const { db: database } = server.deps
      const set = (tenants: string[]) =>
        database.update(titlesTable).set({ tenants }).where(eq(titlesTable.tag, 'shown'))
      await set([])
      expect((await play()).status).toBe(403)
      await set(['pulsehouse'])
    })

    test('COLL-08, SUBS-01, EVENT-28 active collections, packages and events of its tenant, and nothing else of them', async () => {
      const { db: database } = server.deps
      const collection = (collectionTag: string, more: object) => ({
        ...{ collectionTag, tenantId: 'pulsehouse', name: collectionTag, description: 'Shown.', ...more },
      })
      const on = { isActive: true, activatedOnce: true }
      await database
        .insert(collectionsTable)
        .values([
          collection('second', { ...on, displayOrder: 2 }),
          collection('first', { ...on, displayOrder: 1, isFeatured: true }),
          collection('off', { displayOrder: 3 }),
          collection('hers', { ...on, tenantId: 'oasiswellness' }),
        ])
      const places = ['taken-back', 'shown', 'elsewhere']
      await database
        .insert(collectionItemsTable)
        .values(places.map((titleTag, place) => ({ collectionTag: 'first', titleTag, place })))
      const subscription = (subsPackageId: string, more: object = {}) => ({
        ...{ subsPackageId, tenantId: 'pulsehouse', title: subsPackageId, description: 'All.', ...on },
        ...{ subscriptionType: 'bundle' as const, collectionTags: ['off', 'first'], createdBy: 'nobody' },
        ...{ pricingTableId: 'price_1', imageLink: '/media/images/a.jpg', ...more },
      })
      await database
        .insert(subscriptionsTable)
        .values([
          subscription('gold'),
          subscription('saved', { isActive: false }),
          subscription('of-others', { tenantId: 'oasiswellness' }),
        ])
      const schedule = { type: 1 as const, weekdays: [1, 3], daily_time: '18:00' }
      const live = {
        ...{ type: 2 as const, schedule: null, eventSource: 'platform' as const, eventKey: 'stream-key' },
      }
      const event = (eventId: string, more: object = {}) => ({
        ...{ ...newEvent, ...on, eventId, tenantId: 'pulsehouse', title: eventId, schedule },
        ...{ durationSecond: 1800, active: true, ...more },
      })
      await database
        .insert(eventsTable)
        .values([
          event('spin'),
          event('draft', { active: false }),
          event('live', { ...live, schedule_time: '2026-11-21T10:00:00.000Z' }),
          event('over', { ...live, schedule_time: '2026-01-01T10:00:00.000Z' }),
          event('of-others', { tenantId: 'oasiswellness' }),
        ])

      const found = await ask('collections')
      expect(found.body.data).toMatchObject([
        {
          collectionTag: 'first',
          isFeaturedCollection: true,
          itemCount: 1,
          collectionItems: [{ tag: 'shown' }],
        },
        { collectionTag: 'second', collectionItems: [] },
      ])
      const one = await ask('collections', { collectionTag: 'second' })
      expect(one.body.data).toMatchObject([{ collectionTag: 'second' }])
      expect((await ask('collections', { collectionTag: 'hers' })).body.data).toEqual([])
      const packages = await ask('subscriptions')
      expect(packages.body.data).toEqual([
        {
          ...{ subsPackageId: 'gold', title: 'gold', description: 'All.', subscriptionType: 'bundle' },
          ...{ collectionTags: ['first'], pricingTableId: 'price_1', paymentKind: 'stripe' },
          imageLink: '/media/images/a.jpg',
        },
      ])
      const programme = await ask('schedule')
      expect(programme.body).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({ event_Id: 'spin', durationSecond: 1800 }),
          expect.objectContaining({ event_Id: 'live' }),
        ]),
        occurrences: ['live', 'spin', 'spin'].map(event_Id => ({ event_Id })),
        timeZone: expect.any(String),
      })
      const internal = /stream-key|secret|nobody|version|createdDate|activatedOnce|oasiswellness/
      expect(JSON.stringify([found, packages, programme])).not.toMatch(internal)
      const range = { start: '2026-11-20T00:00:00.000Z', end: '2027-11-20T00:00:00.000Z' }
      expect((await ask('schedule', range)).status).toBe(400)
    })

    test('API-87 the own video of an event, as long as it is active; a class of it only where the site shows it', async () => {
      const { db: database } = server.deps
      const { eventId: tag } = await server.api('tenant').events.create({
        ...{ tenantId: 'pulsehouse', title: 'Simulated', type: 1, contentId: 'own-draft' },
        schedule: { type: 1, weekdays: [3], daily_time: '18:00' },
      })
      const status = async () => (await ask('streamingLink', { tag })).status
      // LIVE-04: while it runs.
      const now = server.deps.clock.now().toISOString()
      const running = { schedule: null, schedule_time: now, durationSecond: 3600 }
      const set = (active: boolean) =>
        database
          .update(eventsTable)
          .set({ ...running, active, activatedOnce: true })
          .where(eq(eventsTable.eventId, tag))
      await set(true)
      expect(await status()).toBe(404)
      await database
        .update(titlesTable)
        .set({ streamKey: 'streams/own-video' })
        .where(eq(titlesTable.tag, tag))
      expect(await status()).toBe(200)
      const elsewhere = await siteToken(server, { id: 'nordicmove' })
      expect((await ask('streamingLink', { tag }, elsewhere)).status).toBe(404)
      expect((await ask('title', { tag })).status).toBe(404)
      await set(false)
      expect(await status()).toBe(404)
    })

    test('B-18, DOC-04, COLL-13, API-114 active documents where the site shows them, and their files', async () => {
      const { db: database, blobs } = server.deps
      const row = (documentId: string, more: object = {}) => ({
        ...{
          documentId,
          tenantId: 'pulsehouse',
          title: documentId,
          description: '',
          blobKey: 'documents/1.pdf',
        },
        ...{ documentName: 'plan.pdf', isActive: true, size: 4, pages: 1, digest: 'd', ...more },
        ...{ previewLink: '/media/images/p.png', createdBy: 'nobody' },
      })
      await blobs.put('documents/1.pdf', new TextEncoder().encode('%PDF'))
      await database
        .insert(documentsTable)
        .values([
          ...[row('plan'), row('guide'), row('loose'), row('off', { isActive: false })],
          row('hers', { tenantId: 'oasiswellness' }),
        ])
      const documentIds = ['off', 'plan', 'gone']
      await database
        .update(collectionsTable)
        .set({ documentIds })
        .where(eq(collectionsTable.collectionTag, 'first'))
      const mapped = [
        ...['guide', 'off', 'plan'].map(documentId => ({ documentId, titleTag: 'shown' })),
        { documentId: 'loose', titleTag: 'taken-back' },
      ]
      await database.insert(documentTitlesTable).values(mapped)
      const [collections, title] = [await ask('collections'), await ask('title', { tag: 'shown' })]
      expect(collections.body.data).toMatchObject([
        { documents: [{ documentId: 'plan', documentName: 'plan.pdf', size: 4, pages: 1 }] },
        { documents: [] },
      ])
      expect(title.body).toMatchObject({ documents: [{ documentId: 'guide' }, { documentId: 'plan' }] })
      expect(JSON.stringify([collections, title])).not.toMatch(/documents\/1|digest|nobody|pulsehouse/)
      const authorization = `Bearer ${await siteToken(server, { readOnly: true })}`
      const open = (id: string, headers = {}) =>
        server.app.request(`/api/v1/site/documents/${id}`, { headers: { authorization, ...headers } })
      const part = await open('guide', { range: 'bytes=1-2' })
      expect([part.status, await part.text(), part.headers.get('content-disposition')]).toEqual([
        ...[206, 'PD', "attachment; filename*=UTF-8''plan.pdf"],
      ])
      expect((await open('plan')).status).toBe(200)
      for (const id of ['off', 'loose', 'hers', 'gone']) expect((await open(id)).status).toBe(404)
    })

    test('settings, without links that aren’t shown, and terms', async () => {
      const tenant = server.api('tenant')
      const link = { tenantId: 'pulsehouse', configurationType: 'custom', linkHoverText: '' } as const
      const save = (linkText: string, status: boolean) =>
        tenant.site.save({
          configuration: { ...link, linkText, status, httpLink: `https://${linkText}.example` },
        })
      await save('shop', true)
      await save('secret', false)
      const { body } = await ask('settings')
      expect(body).toMatchObject({ tenantID: 'pulsehouse', name: 'Pulse House' })
      expect((body.custom as unknown as { linkText: string }[]).map(({ linkText }) => linkText)).toContain(
        'shop',
      )
      expect(JSON.stringify(body)).not.toContain('secret.example')
      const files = Object.fromEntries(
        ['en-GB', 'de-DE', 'fr-FR'].map(tag => [tag, new File(['<p>Terms</p>'], `${tag}.html`)]),
      )
      await admin.terms.upload({ tenantId: 'pulsehouse', title: 'Terms', files })
      const terms = (await ask('terms')).body.data as unknown as { version: number; languageCode: string }[]
      const { version: versionnumber, languageCode } = terms[0]!
      expect((await ask('termsFile', { versionnumber, languageCode })).status).toBe(200)
      expect((await ask('termsFile', { versionnumber: 999, languageCode })).status).toBe(404)
    })

    test('from pages of any origin, which may only read', async () => {
      const headers = {
        ...{ origin: 'https://site.example', 'access-control-request-headers': 'authorization' },
        'access-control-request-method': 'GET',
      }
      const preflight = await server.app.request('/api/v1/site/titles', { method: 'OPTIONS', headers })
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.get('access-control-allow-headers')).not.toContain('content-type')
      for (const path of ['/api/v1/tenant/token', '/api/v1/titles']) {
        const closed = await server.app.request(path, { method: 'OPTIONS', headers })
        expect(closed.headers.get('access-control-allow-origin')).toBeNull()
      }
    })
  })

  describe('C-120 reviews that it hands in', () => {
    const review = (reviewId: string, more: Partial<SiteReview> = {}) => ({
      ...{ reviewId, titleTag: 'shown', user: 'Mia', rating: 5, date: '2026-11-19T10:00:00+01:00' },
      ...more,
    })
    const ingest = async (...reviews: unknown[]) =>
      (await ask('addReviews', { reviews })).body.data as unknown as Results
    type Results = { id: string; status: number; issues: { path: string; text: string }[] }[]
    const statuses = async (...reviews: unknown[]) => (await ingest(...reviews)).map(({ status }) => status)

    test('REVIEW-01, REVIEW-03 appear among the reviews of its tenant and of the title’s provider', async () => {
      expect(await statuses(review('a', { comment: '<b>Great</b>' }))).toEqual([201])
      for (const account of ['tenant', 'provider'] as const) {
        const { data } = await server.api(account).reviews.list({ query: '<b>Great</b>' })
        expect(data).toMatchObject([
          {
            user: 'Mia',
            rating: 5,
            titleTag: 'shown',
            tenantId: 'pulsehouse',
            date: '2026-11-19T09:00:00',
          },
        ])
      }
    })

    test('count once by their id, in one call and in two, and can’t become others', async () => {
      expect(await statuses(review('b'), review('b'))).toEqual([201, 200])
      expect(await statuses(review('b'))).toEqual([200])
      const [other] = await ingest(review('b', { rating: 1 }))
      expect(other).toMatchObject({ status: 409, issues: [{ path: 'reviews.0.reviewId' }] })
      const both = await Promise.all([statuses(review('c')), statuses(review('c'))])
      expect(both.flat().toSorted()).toEqual([200, 201])
      expect((await admin.reviews.list({ tenantId: 'pulsehouse', query: 'Swing shown' })).totalRecords).toBe(
        3,
      )
    })

    test('are judged one by one: each bad one names its field and what mends it', async () => {
      const results = await ingest(
        review('d'),
        review('e', { rating: 6 }),
        review('f', { titleTag: 'elsewhere' }),
        review('g', { date: 'yesterday' }),
        { reviewId: 'h' },
        'nothing',
        review('i', { date: '9998-01-01T00:00:00Z' }),
      )
      expect(results.map(({ id, status, issues }) => [id, status, issues[0]?.path])).toEqual([
        ['d', 201, undefined],
        ['e', 400, 'reviews.1.rating'],
        ['f', 400, 'reviews.2.titleTag'],
        ['g', 400, 'reviews.3.date'],
        ['h', 400, 'reviews.4.titleTag'],
        ['', 400, 'reviews.5'],
        ['i', 400, 'reviews.6.date'],
      ])
      for (const { issues } of results) for (const { text } of issues) expect(text).toMatch(/\w+ \w+/)
    })

    test('come a hundred at a time at most, and not without end', async () => {
      const many = Array.from({ length: 101 }, (_, index) => review(`many-${index}`))
      expect(await ask('addReviews', { reviews: many })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'reviews', params: { max: 100 } }] },
      })
      while ((await server.deps.limits.site.take('reviews pulsehouse')) === undefined);
      expect((await ask('addReviews', { reviews: [review('d')] })).status).toBe(429)
    })
  })

  describe('C-119, C-120 plays that it hands in', () => {
    const play = (playId: string, more: Partial<SitePlay> = {}) => ({
      ...{ playId, titleTag: 'shown', userId: 'member-1', startedAt: '2026-11-19T23:30:00' },
      ...{ secondsWatched: 60.25, completed: true, ...more },
    })
    const ingest = async (...plays: unknown[]) =>
      (await ask('addPlays', { plays })).body.data as unknown as {
        status: number
        issues: { path: string }[]
      }[]
    const days = () =>
      server.deps.db.select().from(playbackDaysTable).where(eq(playbackDaysTable.tenantId, 'pulsehouse'))

    test('PLAY-04 add to the numbers at once and once, and a recount finds them equal', async () => {
      const first = await ingest(play('a'), play('b', { completed: false }), play('a'))
      expect(first.map(({ status }) => status)).toEqual([201, 201, 200])
      await ingest(play('c', { startedAt: '2026-11-20T00:30:00+01:00' }), play('a'))
      expect(await days()).toMatchObject([
        { titleTag: 'shown', day: '2026-11-19', plays: 3, completed: 2, seconds: 180.75 },
      ])
      const recount = await admin.playback.recount({})
      expect(recount).toMatchObject({ records: 3, differences: [] })
    })

    test('are taken of a title that was played there before, though it is no longer shown', async () => {
      const set = (tenants: string[]) =>
        server.deps.db.update(titlesTable).set({ tenants }).where(eq(titlesTable.tag, 'shown'))
      await set([])
      expect((await ingest(play('late'))).map(({ status }) => status)).toEqual([201])
      await set(['pulsehouse'])
    })

    test('are judged one by one', async () => {
      const results = await ingest(
        play('d', { titleTag: 'elsewhere' }),
        play('e', { eventId: 'also' }),
        play('f', { secondsWatched: -1 }),
        play('g', { startedAt: '0001-01-01T00:00:00Z' }),
        play('h', { startedAt: '2090-01-01T00:00:00Z' }),
        play('j', { startedAt: clock.now().toISOString(), secondsWatched: 604_800 }),
        play('a', { secondsWatched: 1 }),
        play('i', { titleTag: undefined, eventId: 'spin' }),
        play('k', { titleTag: undefined, eventId: 'of-others' }),
        play('l', { titleTag: undefined, eventId: 'nowhere' }),
      )
      expect(results.map(({ status, issues }) => [status, issues[0]?.path])).toEqual([
        [400, 'plays.0.titleTag'],
        [400, 'plays.1.titleTag'],
        [400, 'plays.2.secondsWatched'],
        [400, 'plays.3.startedAt'],
        [400, 'plays.4.startedAt'],
        [400, 'plays.5.secondsWatched'],
        [409, 'plays.6.playId'],
        [201, undefined],
        [400, 'plays.8.eventId'],
        [400, 'plays.9.eventId'],
      ])
      // One that was played there before is taken though it is gone.
      await server.deps.db.delete(eventsTable).where(eq(eventsTable.eventId, 'spin'))
      const [late] = await ingest(play('m', { titleTag: undefined, eventId: 'spin' }))
      expect(late!.status).toBe(201)
      expect((await admin.playback.recount({})).differences).toEqual([])
    })
  })
})
