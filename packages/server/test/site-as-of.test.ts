import {
  contract,
  type Endpoint,
  fromWireNames,
  newEvent,
  Role,
  TitleStatus,
  type WebSettingsDraft,
  wireNamesOf,
} from '@kinora/core'
import { wallClock } from '@kinora/core/schedule'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../scripts/properties.ts'
import { forgetFormer } from '../src/as-of/index.ts'
import { collectionItemsTable, collectionsTable } from '../src/collections/tables.ts'
import { eventsTable } from '../src/events/tables.ts'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { publishingItemsTable, publishingJobsTable } from '../src/publishing/tables.ts'
import { usersTable, userTenantsTable } from '../src/session/tables.ts'
import { channelsTable } from '../src/stored-channels/tables.ts'
import { documentsTable, documentTitlesTable } from '../src/stored-documents/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { purgeTenants } from '../src/tenant-settings/removal.ts'
import { tenantsTable } from '../src/tenants/tables.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { displayed } from './titles/support.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const tenantId = 'pulsehouse'
const siteContent = contract['site-content']
const tags = ['a', 'b', 'c', 'd', 'e', 'f']
const start = Date.parse('2026-11-20T09:00:00Z')
const before = new Date(start - 365 * DAY)
const made = { createdAt: before, updatedAt: before }
const shown = {
  ...{ providerId: 'ironside', tenantId: null, channelId: 'ironside-strength' },
  ...{ ...displayed, scheduleDate: '2026-01-01T00:00:00', status: TitleStatus.Published },
  ...{ publishedDate: before, tenants: [tenantId], ...made },
}
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Riyadh', 'Pacific/Apia', 'Asia/Beirut']
/** What every call of a site answers with, by what was asked. */
type Answers = Record<string, unknown>

describe.each(databases)('LIVE-03 the site as of any moment on %s', db => {
  let now = start
  let server: TestServer
  const clock = { now: () => new Date(now) }
  /** The database keeps what was by a clock of its own. */
  const moveTo = async (to: number) => {
    now = to
    const text = new Date(to).toISOString()
    await server.deps.db.execute(
      sql.raw(
        `CREATE OR REPLACE FUNCTION kinora_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT ''${text}''::timestamptz'`,
      ),
    )
  }
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    const { db: database, blobs } = server.deps
    await blobs.put('documents/a', new TextEncoder().encode('%PDF'))
    await database.delete(collectionsTable)
    await database.delete(eventsTable)
    await database.insert(titlesTable).values(tags.map(tag => ({ ...shown, tag, className: `Dated ${tag}` })))
    const on = { tenantId, isActive: true, activatedOnce: true, ...made }
    await database.insert(collectionsTable).values([
      {
        ...on,
        collectionTag: 'all',
        name: 'All',
        description: 'All of them.',
        displayOrder: 1,
        documentIds: ['plan'],
      },
      {
        ...on,
        collectionTag: 'two',
        name: 'Two',
        description: 'Two of them.',
        displayOrder: 2,
        isClassOfDay: true,
      },
    ])
    await database
      .insert(collectionItemsTable)
      .values(
        [...tags.map(tag => ['all', tag] as const), ...['b', 'a'].map(tag => ['two', tag] as const)].map(
          ([collectionTag, titleTag], place) => ({ collectionTag, titleTag, place, createdAt: before }),
        ),
      )
    await database.insert(documentsTable).values({
      ...{ documentId: 'plan', tenantId, title: 'Plan', description: '', isActive: true, ...made },
      ...{ documentName: 'a.pdf', blobKey: 'documents/a', digest: '0', size: 4, pages: 1, previewLink: '' },
    })
    await database
      .insert(documentTitlesTable)
      .values({ documentId: 'plan', titleTag: 'a', createdAt: before })
    const event = { ...newEvent, tenantId, active: true, activatedOnce: true, durationSecond: 3600, ...made }
    const weekly = { type: 1 as const, weekdays: [0, 2, 5], daily_time: '02:30' }
    await database.insert(eventsTable).values([
      { ...event, eventId: 'weekly', title: 'Weekly', type: 1 as const, schedule: weekly, contentId: 'c' },
      {
        ...event,
        eventId: 'live',
        ...{ eventKey: 'live-key', eventSource: 'platform' as const },
        title: 'Live',
        type: 2 as const,
        schedule: { ...weekly, daily_time: '18:00' },
      },
    ])
  })
  afterAll(async () => {
    await server?.deps.db.execute(
      sql`CREATE OR REPLACE FUNCTION kinora_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()'`,
    )
    await server?.close()
  })

  const ask = async (
    verb: keyof typeof siteContent,
    input: Record<string, unknown>,
    { token }: { token: string },
  ) => {
    const { status, body } = await send(server, siteContent[verb], input, { token })
    const { output } = siteContent[verb]
    const names = '_zod' in output ? wireNamesOf(output) : undefined
    const { asOf: _, ...rest } = fromWireNames(names, body) as Record<string, unknown>
    return status === 200 ? rest : status
  }

  /** All that the site answers: as of a moment for staff, else what it is by now. */
  async function answers(as: { token: string }, asked: Record<string, unknown> = {}): Promise<Answers> {
    const found: Answers = {}
    const put = async (name: string, verb: keyof typeof siteContent, input: Record<string, unknown> = {}) => {
      found[name] = await ask(verb, { ...input, ...asked }, as)
    }
    await put('list', 'titles', { take: 100 })
    await put('search', 'titles', { query: 'dated' })
    for (const tag of tags) await put(`title ${tag}`, 'title', { tag })
    await put('collections', 'collections', { items: -1 })
    await put('schedule', 'schedule')
    await put('subscriptions', 'subscriptions')
    await put('settings', 'settings')
    return found
  }
  const ofSite = async () => answers({ token: await siteToken(server) })
  const asStaff = async (at: number, who: 'tenant' | 'support' = 'tenant') =>
    answers({ token: (await server.signIn(who)).token }, { tenantId, asOf: new Date(at).toISOString() })

  test('coming moments equal what the site says when the clock gets there, over zones, changes of the clock and random dates', async () => {
    const date = fc.option(
      fc.record({
        day: fc.integer({ min: -2, max: 40 }),
        edge: fc.constantFrom('', 'T00:00:00', 'T23:59:59', 'T12:00:00Z'),
      }),
      { nil: undefined, freq: 3 },
    )
    const release = fc.option(
      fc.record({ hours: fc.integer({ min: -40, max: 900 }), form: fc.constantFrom('', '.5', 'Z') }),
      {
        nil: undefined,
        freq: 4,
      },
    )
    const sample = fc.record({
      zone: fc.constantFrom(...zones),
      // The weeks after have a day on which a clock of these zones changes, or none.
      day: fc.constantFrom('2026-10-20', '2026-10-27', '2027-03-10', '2027-03-24', '2026-12-28'),
      minutes: fc.array(fc.integer({ min: 1, max: 40 * 1440 }), { minLength: 5, maxLength: 5 }),
      titles: fc.array(fc.record({ start: date, end: date, release }), { minLength: 6, maxLength: 6 }),
      moved: fc.integer({ min: 0, max: 30 }),
    })
    const { db: database } = server.deps
    let compared = 0
    await fc.assert(
      fc.asyncProperty(sample, async ({ zone, day, minutes, titles, moved }) => {
        const midnight = wallClock(zone).at(Date.parse(day) / DAY, 0)
        await moveTo(midnight)
        // The sample before may have been later.
        await database.execute(sql`DELETE FROM former_rows`)
        await database
          .update(tenantsTable)
          .set({ timeZone: { offsetName: zone } })
          .where(eq(tenantsTable.tenantId, tenantId))
        const toDay = (away: number) => new Date(Date.parse(day) + away * DAY).toISOString().slice(0, 10)
        const toDate = (one: { day: number; edge: string } | undefined) =>
          one === undefined ? null : toDay(one.day) + one.edge
        for (const [index, { start: from, end, release: at }] of titles.entries())
          await database
            .update(titlesTable)
            .set({
              ...{ startDate: toDate(from), endDate: toDate(end) },
              scheduleDate:
                at === undefined
                  ? '2026-01-01'
                  : new Date(midnight + at.hours * HOUR).toISOString().slice(0, 19) + at.form,
            })
            .where(eq(titlesTable.tag, tags[index]!))
        const exception = { isAdded: false, isCancelled: false, start: null, details: { contentId: 'd' } }
        const cancelled = { ...exception, isCancelled: true, details: {} }
        await database
          .update(eventsTable)
          .set({
            exceptions: Object.fromEntries(
              Array.from({ length: 14 }, (_, nth) => [
                toDay(moved + nth),
                nth % 5 === 0 ? cancelled : exception,
              ]),
            ),
          })
          .where(eq(eventsTable.eventId, 'weekly'))
        for (const away of minutes) {
          const at = midnight + away * 60_000
          now = midnight
          const foreseen = await asStaff(at)
          now = at
          expect(foreseen).toEqual(await ofSite())
          compared++
        }
      }),
      { numRuns: 10 },
    )
    expect(compared).toBeGreaterThanOrEqual(50)
  })

  test('C-103 publishing that is under way is done by then, and asking for it changes nothing', async () => {
    await moveTo(start + DAY)
    const { db: database } = server.deps
    await database.execute(sql`DELETE FROM former_rows`)
    await database
      .update(titlesTable)
      .set({ startDate: null, endDate: null, scheduleDate: '2026-01-01', tenants: [] })
    const job = {
      jobId: 'under-way',
      createdAt: new Date(now),
      status: 'Running' as const,
      client: 'api' as const,
      displayName: 'A',
      createdBy: 'a',
    }
    const item = { jobId: 'under-way', nth: 1, tenantId, publish: ['ironside-strength'], unpublish: [] }
    await database.insert(publishingJobsTable).values(job)
    await database.insert(publishingItemsTable).values(item)
    const list = async (at?: number) => {
      const { token } = await server.signIn('tenant')
      const { body } = await send(
        server,
        siteContent.titles,
        { query: 'dated', tenantId, ...(at && { asOf: new Date(at).toISOString() }) },
        { token },
      )
      return (body as { totalRecords: number }).totalRecords
    }
    expect(await list(now + HOUR)).toBe(tags.length)
    expect(await list()).toBe(0)
    expect(await rowsOf(database, sql`SELECT 1 FROM former_rows WHERE at = 'infinity'`)).toEqual([])
    // What is asked for later is done later: the last word is that of the last job, whichever it is.
    const later = async (nth: number, act: { publish: string[]; unpublish: string[] }) => {
      const jobId = `later-${nth}`
      const createdAt = new Date(now + nth * 1000)
      await database.insert(publishingJobsTable).values({ ...job, jobId, createdAt })
      await database.insert(publishingItemsTable).values({ ...item, jobId, ...act })
    }
    await later(1, { publish: [], unpublish: ['ironside-strength'] })
    expect(await list(now + HOUR)).toBe(0)
    await later(2, { publish: ['ironside-strength'], unpublish: [] })
    expect(await list(now + HOUR)).toBe(tags.length)
    await later(3, { publish: [], unpublish: ['ironside-strength'] })
    expect(await list(now + HOUR)).toBe(0)
    expect(await list()).toBe(0)
    await database.delete(publishingItemsTable)
    await database.delete(publishingJobsTable)
    await database.update(titlesTable).set({ tenants: [tenantId] })
  })

  test('past moments equal what the site said then, whatever was changed since and by whom', async () => {
    await moveTo(start + 2 * DAY)
    const [admin, tenant] = [server.api('admin'), server.api('tenant')]
    const acts: (() => Promise<unknown>)[] = [
      () => admin.titles.update({ ...change, tag: 'a', className: 'Dated anew' }),
      () => admin.titles.update({ ...change, tag: 'd', isActive: false }),
      () => admin.titles.update({ ...change, tag: 'd', isActive: true }),
      () => admin.titles.publish({ tag: 'b', publish: false }),
      () => tenant.collections.update({ tenantId, tag: 'all', name: 'Everything' }),
      () => tenant.collections.reorderClasses({ tenantId, tag: 'all', titleTags: ['f', 'a'] }),
      () => tenant.collections.removeClasses({ tenantId, tag: 'all', titleTags: ['d'] }),
      () => tenant.collections.addClasses({ tenantId, tag: 'all', titleTags: ['d'] }),
      () => tenant.collections.reorder({ tenantId, collectionIds: ['two', 'all'] }),
      () => tenant.collections.highlight({ tenantId, tag: 'all', isClassOfDayCollection: true }),
      () => server.deps.db.update(channelsTable).set({ displayName: 'Iron' }),
      () => admin.publishing.setChannel({ tag: 'ironside-strength', tenantIdsToUnPublish: [tenantId] }),
      () => admin.publishing.setChannel({ tag: 'ironside-strength', tenantIdsToPublish: [tenantId] }),
      () => tenant.events.changeOccurrence({ eventId: 'live', date: '2026-11-27', isCancelled: true }),
      () => tenant.documents.update({ tenantId, documentId: 'plan', title: 'Another plan' }),
      () => admin.tenants.update({ tenantId, connect: 'live' }),
      () => admin['web-settings'].create({ tenantId, ...web }),
      () => admin['web-settings'].update({ tenantId, showFooter: false, scheduleEvents: true }),
      () => tenant.collections.remove({ tenantId, tags: ['two'] }),
      () => server.deps.db.update(eventsTable).set({ eventKey: null }).where(eq(eventsTable.eventId, 'live')),
      () =>
        server.deps.db
          .update(eventsTable)
          .set({ eventKey: 'another-key' })
          .where(eq(eventsTable.eventId, 'live')),
      () => tenant.events.remove({ ids: ['live'] }),
      () => admin.titles.remove({ tags: ['e'] }),
      () => server.deps.db.update(tenantsTable).set({ timeZone: { offsetName: 'Asia/Tokyo' } }),
      () => server.deps.db.delete(titlesTable).where(eq(titlesTable.tag, 'f')),
    ]
    const said: { at: number; answer: Answers }[] = []
    for (const act of acts) {
      said.push({ at: now, answer: await ofSite() })
      await moveTo(now + HOUR / 3)
      await act()
      await moveTo(now + HOUR / 3)
    }
    const last = await ofSite()
    for (const [index, { at, answer }] of said.entries()) {
      expect([index, await asStaff(at)]).toEqual([index, answer])
      expect(answer).not.toEqual(said[index + 1]?.answer ?? last)
    }
    const told = await rowsOf(server.deps.db, sql`SELECT former FROM former_rows WHERE table_name = 'events'`)
    expect(JSON.stringify(told)).not.toMatch(/live-key|another-key/)
  })

  test('only staff of the tenant ask for another moment, and are told what the answer is made of', async () => {
    const asOf = new Date(now + DAY).toISOString()
    const list = async (who: 'admin' | 'support' | 'tenant' | 'provider', input: object) => {
      const { token } = await server.signIn(who)
      const { status, body } = await send(server, siteContent.titles, { ...input }, { token })
      return { status, body: body as { asOf?: unknown; detail?: string } }
    }
    const plan = { at: asOf, by: 'plan', keptSince: null, isKept: true }
    for (const who of ['admin', 'support', 'tenant'] as const) {
      expect((await list(who, { tenantId, asOf })).body.asOf).toEqual(plan)
      expect((await list(who, { tenantId: 'nobody' })).status).toBe(404)
    }
    expect((await list('tenant', { asOf })).status).toBe(200)
    expect((await list('tenant', { tenantId: 'nordicmove', asOf })).status).toBe(404)
    expect((await list('provider', { tenantId, asOf })).status).toBe(403)
    const token = await siteToken(server)
    const refused = await send(server, siteContent.titles, { asOf }, { token })
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('A site shows the present alone'),
    ])
    // The platform says from when on it kept what sites read.
    await server.deps.db.execute(
      sql`UPDATE former_rows_begin SET at = ${new Date(now).toISOString()}::timestamptz`,
    )
    expect((await list('tenant', { asOf: new Date(now - DAY).toISOString() })).body.asOf).toMatchObject({
      ...{ by: 'history', keptSince: new Date(now).toISOString(), isKept: false },
    })
    await server.deps.db.execute(sql`UPDATE former_rows_begin SET at = NULL`)
  })

  test('LIVE-03 a preview shows a page of the site another moment, or a title before it is published; it reads, and ends with the sign-in', async () => {
    const { token: signedIn } = await server.signIn('tenant')
    const preview = async (what: object) => {
      const { status, body } = await send(
        server,
        contract.site.preview,
        { tenantId, ...what },
        { token: signedIn },
      )
      return [status, (body as { token: string }).token] as const
    }
    const [tag = ''] = tags
    await server.deps.db
      .update(titlesTable)
      .set({ status: TitleStatus.Completed, tenantId })
      .where(eq(titlesTable.tag, tag))
    const [, token] = await preview({ titleTag: tag })
    const read = async (call: Endpoint, input: object, by = token) =>
      (await send(server, call, { ...input }, { token: by })).status
    expect(await read(siteContent.title, { tag })).toBe(200)
    const [, plain] = await preview({})
    expect(await read(siteContent.title, { tag }, plain)).toBe(404)
    expect(await read(siteContent.member, { userId: 'm' })).toBe(403)
    const asOf = new Date(now + HOUR).toISOString()
    const [, moment] = await preview({ asOf })
    const { body } = await send(server, siteContent.titles, {}, { token: moment })
    expect(body).toMatchObject({ asOf: { at: asOf, by: 'plan' } })
    expect((await preview({ titleTag: 'nowhere' }))[0]).toBe(404)
    await server.deps.db
      .update(usersTable)
      .set({ sessionGeneration: sql`session_generation + 1` })
      .where(eq(usersTable.email, 'tenant@demo.kinora.test'))
    expect(await read(siteContent.title, { tag })).toBe(401)
    await server.deps.db
      .update(titlesTable)
      .set({ status: TitleStatus.Published, tenantId: null })
      .where(eq(titlesTable.tag, tag))
  })

  test.each([
    [
      'its sign-in ends',
      async (refreshToken: string) => void (await server.api().session.logout({ refreshToken })),
      async () => undefined,
    ],
    [
      'the account acts for another tenant',
      () => setTenants(['oasiswellness', tenantId]),
      () => setTenants([tenantId, 'oasiswellness']),
    ],
    [
      'the account becomes a provider’s',
      () => setAccount({ role: Role.Provider, providerTag: 'ironside' }),
      () => setAccount({ role: Role.Tenant, providerTag: null }),
    ],
  ])('LIVE-03 0152 a preview ends where %s', async (_, change, undo) => {
    const { token, refreshToken } = await server.signIn('tenant')
    const { body } = await send(server, contract.site.preview, { tenantId }, { token })
    const { token: preview } = body as { token: string }
    const read = async () => (await send(server, siteContent.titles, {}, { token: preview })).status
    expect(await read()).toBe(200)
    await change(refreshToken)
    try {
      expect(await read()).toBe(401)
    } finally {
      await undo()
    }
  })

  const setAccount = async (set: Partial<typeof usersTable.$inferInsert>) =>
    void (await server.deps.db.update(usersTable).set(set).where(eq(usersTable.userId, 'user-tenant')))
  const setTenants = async (tenantIds: readonly string[]) => {
    await server.deps.db.delete(userTenantsTable).where(eq(userTenantsTable.userId, 'user-tenant'))
    const entries = tenantIds.map((id, position) => ({ userId: 'user-tenant', tenantId: id, position }))
    await server.deps.db.insert(userTenantsTable).values(entries)
  }

  test('0144 what is older than 400 days is forgotten, and an answer says so', async () => {
    const { db: database } = server.deps
    const forgotten = () =>
      database.$count(sql`former_rows`, sql`at < ${new Date(start + 4 * DAY).toISOString()}::timestamptz`)
    expect(await forgotten()).toBeGreaterThan(0)
    const ended = now
    await moveTo(start + 404 * DAY)
    await forgetFormer(server.deps)
    expect(await forgotten()).toBe(0)
    const token = await siteToken(server)
    const { token: staff } = await server.signIn('tenant')
    const told = async (at: number) => {
      const input = { tenantId, asOf: new Date(at).toISOString() }
      return ((await send(server, siteContent.titles, input, { token: staff })).body as { asOf: object }).asOf
    }
    const keptSince = new Date(now - 400 * DAY).toISOString()
    expect(await told(start)).toMatchObject({ keptSince, isKept: false })
    expect(await told(start + 5 * DAY)).toMatchObject({ keptSince, isKept: true })
    expect((await send(server, siteContent.titles, {}, { token })).status).toBe(200)
    await database.execute(sql`UPDATE former_rows_begin SET at = NULL`)
    await moveTo(ended)
  })

  test('0144 a tenant whose time is over leaves none of what its site was', async () => {
    const { db: database } = server.deps
    const gone = 'gonetomorrow'
    await database.execute(sql`INSERT INTO tenants (tenant_id, name, customer_number, time_zone, language_tag)
      VALUES (${gone}, 'Gone', '1', '{"offsetName":"UTC"}', 'en-GB')`)
    const own = { tenantId: gone, description: '', isActive: true, activatedOnce: true }
    await database.insert(collectionsTable).values([
      { ...own, collectionTag: 'gone-1', name: 'One of gonetomorrow', displayOrder: 1 },
      { ...own, collectionTag: 'gone-2', name: 'Two of gonetomorrow', displayOrder: 2 },
    ])
    await database.insert(collectionItemsTable).values({ collectionTag: 'gone-1', titleTag: 'a', place: 0 })
    await database
      .update(collectionsTable)
      .set({ name: 'Renamed' })
      .where(eq(collectionsTable.tenantId, gone))
    await database.delete(collectionsTable).where(eq(collectionsTable.collectionTag, 'gone-2'))
    const kept = () => database.$count(sql`former_rows`, sql`concat_ws(' ', row_key, former) LIKE '%gone%'`)
    expect(await kept()).toBe(3)
    const others = await database.$count(sql`former_rows`)
    await database
      .update(tenantsTable)
      .set({ deletedAt: new Date(now - 31 * DAY) })
      .where(eq(tenantsTable.tenantId, gone))
    await purgeTenants(server.deps)
    expect(await rowsOf(database, sql`SELECT 1 FROM tenants WHERE tenant_id = ${gone}`)).toEqual([])
    expect([await kept(), await database.$count(sql`former_rows`)]).toEqual([0, others - 3])
    // Others are kept as before.
    await database
      .update(collectionsTable)
      .set({ name: 'All again' })
      .where(eq(collectionsTable.collectionTag, 'all'))
    expect(await database.$count(sql`former_rows`)).toBe(others - 2)
  })

  const web: Partial<WebSettingsDraft> = {
    ...{ lockedContentBehaviour: 'show_popup', projectId: 'p', url: 'https://play.example' },
    ...{ landingPageGetAccessLink: 'https://site.example/join', numberOfMySubscriptionItemsOnHomePage: 3 },
    ...{
      localyticsWebId: 'l',
      subscriptionSource: ['stripe'],
      secretKey: 'sk_test_1',
      webHookKey: 'whsec_1',
    },
    ...{ publishableKey: 'pk_test_1', planId: 'plan_1', pricingTableId: 'price_1' },
  }
  const change = {
    ...{ classDescription: 'Kettlebells.', classCategoryId: 'strength', classLanguageCode: 'en-GB' },
    ...{ channelId: 'ironside-strength', providerId: 'ironside', imageLink: '/media/images/cover.jpg' },
  }
})
