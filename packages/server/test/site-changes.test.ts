import { fromWireDate, isOnSite, newEvent, siteMoment, TitleStatus, toSiteInstants } from '@kinora/core'
import { wallClock } from '@kinora/core/schedule'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../scripts/properties.ts'
import { collectionItemsTable, collectionsTable } from '../src/collections/tables.ts'
import { eventsTable } from '../src/events/tables.ts'
import { readDatedTitles } from '../src/on-site/index.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { tenantsTable } from '../src/tenants/tables.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'
import { displayed } from './titles/support.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const tenantId = 'pulsehouse'
const tags = ['a', 'b', 'c', 'd', 'e', 'f']
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Riyadh', 'Pacific/Apia', 'Asia/Beirut']

describe.each(databases)('LIVE-01 LIVE-03 what comes to a site and leaves it on %s', db => {
  let now = Date.parse('2026-11-20T09:00:00Z')
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ db, clock: { now: () => new Date(now) } })
    const { db: database } = server.deps
    await database.delete(titlesTable)
    await database.delete(collectionsTable)
    await database.insert(titlesTable).values(
      tags.map(tag => ({
        ...{ providerId: 'ironside', channelId: 'ironside-strength', ...displayed },
        ...{ tag, className: `Dated ${tag}`, status: TitleStatus.Published, tenants: [tenantId] },
      })),
    )
    const on = { tenantId, isActive: true, activatedOnce: true, description: 'Dated classes.' }
    await database.insert(collectionsTable).values([
      ...Array.from({ length: 7 }, (_, nth) => ({
        ...on,
        collectionTag: `all-${nth}`,
        name: `All ${nth}`,
      })),
      { ...on, collectionTag: 'off', name: 'Off', isActive: false },
    ])
    await database
      .insert(collectionItemsTable)
      .values([
        ...Array.from({ length: 7 }, (_, nth) => ({ collectionTag: `all-${nth}`, titleTag: 'a', place: 1 })),
        { collectionTag: 'off', titleTag: 'a', place: 1 },
      ])
    const event = {
      ...newEvent,
      tenantId,
      active: true,
      activatedOnce: true,
      durationSecond: 3600,
      type: 1 as const,
    }
    const schedule = { type: 1 as const, weekdays: [1], daily_time: '18:00' }
    const exception = { isAdded: false, isCancelled: false, start: null, details: { contentId: 'a' } }
    await database.insert(eventsTable).values([
      { ...event, eventId: 'weekly', title: 'Weekly', schedule, contentId: 'a' },
      {
        ...event,
        eventId: 'once',
        title: 'Once',
        schedule,
        contentId: 'b',
        exceptions: { '2026-12-07': exception },
      },
      { ...event, eventId: 'held', title: 'Held', schedule_time: '2026-11-01T18:00:00.000Z', contentId: 'a' },
      { ...event, eventId: 'saved', title: 'Saved', schedule, contentId: 'a', active: false },
    ])
  })
  afterAll(() => server?.close())

  test('is what the site says the moment before and the moment itself, over zones and random dates', async () => {
    const date = fc.option(
      fc.record({
        day: fc.integer({ min: -3, max: 95 }),
        edge: fc.constantFrom('', 'T23:59:59', 'T12:00:00Z'),
      }),
      { nil: undefined, freq: 2 },
    )
    const sample = fc.record({
      zone: fc.constantFrom(...zones),
      day: fc.constantFrom('2026-10-24', '2026-11-20', '2027-03-10', '2027-03-26'),
      minutes: fc.integer({ min: 0, max: 1440 }),
      days: fc.constantFrom(7, 90),
      titles: fc.array(
        fc.record({
          start: date,
          end: date,
          hours: fc.option(fc.integer({ min: -48, max: 95 * 24 }), { nil: undefined }),
        }),
        { minLength: 6, maxLength: 6 },
      ),
    })
    const { db: database } = server.deps
    await fc.assert(
      fc.asyncProperty(sample, async ({ zone, day, minutes, days, titles }) => {
        const clock = wallClock(zone)
        now = clock.at(Date.parse(day) / DAY, 0) + minutes * 60_000
        await database
          .update(tenantsTable)
          .set({ timeZone: { offsetName: zone } })
          .where(eq(tenantsTable.tenantId, tenantId))
        const toDay = (one: { day: number; edge: string } | undefined) =>
          one === undefined
            ? null
            : new Date(Date.parse(day) + one.day * DAY).toISOString().slice(0, 10) + one.edge
        for (const [index, { start, end, hours }] of titles.entries())
          await database
            .update(titlesTable)
            .set({
              ...{ startDate: toDay(start), endDate: toDay(end) },
              scheduleDate:
                hours === undefined ? null : new Date(now + hours * HOUR).toISOString().slice(0, 19),
            })
            .where(eq(titlesTable.tag, tags[index]!))
        const stored = await readDatedTitles(database, tags)
        const site = { tenantId, isDeleted: false }
        const wanted = tags.flatMap(tag => {
          const title = stored.get(tag)!
          const isOn = (at: number) => isOnSite({ site, title, moment: siteMoment(clock, at) })
          const { from, until } = toSiteInstants(title, clock)
          const isIn = (at: number | undefined): at is number =>
            at !== undefined && at > now && at <= now + days * DAY
          return [
            ...(isIn(from) && !isOn(from - 1) && isOn(from) ? [`${tag} comes ${from}`] : []),
            ...(isIn(until) && isOn(until - 1) && !isOn(until) ? [`${tag} leaves ${until}`] : []),
          ]
        })
        const found = await server.api('tenant')['site-changes'].list({ days })
        const toMillis = (at: string) => fromWireDate(at)!.getTime()
        expect(found.data.map(({ tag, kind, at }) => `${tag} ${kind} ${toMillis(at)}`).toSorted()).toEqual(
          wanted.toSorted(),
        )
        expect(found.data.map(({ at }) => at)).toEqual(found.data.map(({ at }) => at).toSorted())
        expect(found).toMatchObject({
          ...{ totalRecords: wanted.length, timeZone: zone },
          comes: wanted.filter(each => each.includes('comes')).length,
          leaves: wanted.filter(each => each.includes('leaves')).length,
        })
      }),
      { numRuns: 25 },
    )
  })

  test('names the collections and events that have it, and is of the site that is asked', async () => {
    now = Date.parse('2026-11-20T09:00:00Z')
    await server.deps.db.update(titlesTable).set({ startDate: null, endDate: null, scheduleDate: null })
    await server.deps.db.update(titlesTable).set({ endDate: '2026-11-30' }).where(eq(titlesTable.tag, 'a'))
    await server.deps.db.update(titlesTable).set({ startDate: '2026-11-30' }).where(eq(titlesTable.tag, 'b'))
    const { data } = await server.api('admin')['site-changes'].list({ tenantId })
    expect(data).toMatchObject([
      {
        tag: 'b',
        kind: 'comes',
        collections: { total: 0, data: [] },
        events: { total: 1, data: [{ eventId: 'once' }] },
      },
      {
        ...{ tag: 'a', kind: 'leaves' },
        collections: { total: 7, data: [0, 1, 2, 3, 4].map(nth => ({ name: `All ${nth}` })) },
        events: { total: 2, data: [{ title: 'Once' }, { title: 'Weekly' }] },
      },
    ])
    const leaving = await server
      .api('support', { tenantId })
      ['site-changes'].list({ kind: 'leaves', take: 1 })
    expect(leaving).toMatchObject({ data: [{ tag: 'a' }], totalRecords: 1, comes: 1, leaves: 1 })
    expect((await server.api('admin')['site-changes'].list({ tenantId: 'nordicmove' })).data).toEqual([])
    expect(
      (await failure(server.api('tenant')['site-changes'].list({ tenantId: 'nordicmove' }))).status,
    ).toBe(404)
    expect((await failure(server.api('admin')['site-changes'].list({ tenantId: 'nowhere' }))).status).toBe(
      404,
    )
    expect((await failure(server.api('provider')['site-changes'].list({ tenantId }))).status).toBe(403)
  })
})
