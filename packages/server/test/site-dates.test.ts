import {
  contract,
  fromWireNames,
  isOnSite,
  newEvent,
  siteMoment,
  TitleStatus,
  wireNamesOf,
} from '@kinora/core'
import { wallClock } from '@kinora/core/schedule'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../scripts/properties.ts'
import { collectionItemsTable, collectionsTable } from '../src/collections/tables.ts'
import { eventsTable } from '../src/events/tables.ts'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { membersTable } from '../src/members/tables.ts'
import { onSiteAt, readDatedTitles } from '../src/on-site/index.ts'
import { documentsTable, documentTitlesTable } from '../src/stored-documents/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { tenantsTable } from '../src/tenants/tables.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { displayed } from './titles/support.ts'

const DAY = 86_400_000
const provider = { providerId: 'ironside', tenantId: null, channelId: 'ironside-strength' }
const shown = { ...provider, ...displayed, scheduleDate: null, status: TitleStatus.Published }
const siteContent = contract['site-content']
/** What the answers of a site hold, as far as it is asked here. */
interface Answers {
  data: { tag: string; collectionTag: string; itemCount: number; collectionItems: { tag: string }[] }[]
  occurrences: { eventId: string; date: string }[]
  streamingLink: string
}
const minutesAway: Readonly<Record<string, number>> = { '+05:30': 330, '-11:00': -660 }
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Riyadh',
  'Pacific/Apia',
  'Asia/Beirut',
  'Pacific/Kiritimati',
]

describe.each(databases)('LIVE-01 C-144 the dates of titles govern the site on %s', db => {
  let now = Date.parse('2026-11-20T09:00:00Z')
  const clock = { now: () => new Date(now) }
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    const { db: database, blobs } = server.deps
    await blobs.put('streams/dated/seg.m4s', new TextEncoder().encode('0123456789'))
    await database.insert(titlesTable).values(
      tags.map(tag => ({
        ...shown,
        tag,
        className: `Dated ${tag}`,
        tenants: ['pulsehouse'],
        streamKey: 'streams/dated',
      })),
    )
    const on = { tenantId: 'pulsehouse', isActive: true, activatedOnce: true }
    await database
      .insert(collectionsTable)
      .values({ ...on, collectionTag: 'all', name: 'All', description: 'All.', isClassOfDay: true })
    await database
      .insert(collectionItemsTable)
      .values(tags.map((titleTag, place) => ({ collectionTag: 'all', titleTag, place })))
    await database.insert(documentsTable).values(
      tags.map(tag => ({
        ...{ documentId: `of-${tag}`, tenantId: 'pulsehouse', title: tag, description: '', isActive: true },
        ...{ documentName: 'a.pdf', blobKey: 'documents/a', digest: '0', size: 4, pages: 1, previewLink: '' },
      })),
    )
    await database
      .insert(documentTitlesTable)
      .values(tags.map(tag => ({ documentId: `of-${tag}`, titleTag: tag })))
    await blobs.put('documents/a', new TextEncoder().encode('%PDF'))
  })
  afterAll(() => server?.close())

  const tags = ['a', 'b', 'c', 'd', 'e', 'f']
  const setTitle = (tag: string, set: object) =>
    server.deps.db.update(titlesTable).set(set).where(eq(titlesTable.tag, tag))
  const setZone = (offsetName: string) =>
    server.deps.db
      .update(tenantsTable)
      .set({ timeZone: { offsetName } })
      .where(eq(tenantsTable.tenantId, 'pulsehouse'))
  const ask = async (verb: keyof typeof siteContent, input: Record<string, unknown> = {}) => {
    const { status, body } = await send(server, siteContent[verb], input, { token: await siteToken(server) })
    const { output } = siteContent[verb]
    const names = '_zod' in output ? wireNamesOf(output) : undefined
    return { status, body: fromWireNames(names, body) as Answers }
  }
  const ofTags = (all: { tag: string }[]) =>
    all
      .map(({ tag }) => tag)
      .filter(tag => tags.includes(tag))
      .toSorted()

  /** What every answer of the site shows of the titles. */
  async function answers() {
    const [list, search, collections] = [
      await ask('titles', { take: 100 }),
      await ask('titles', { query: 'dated' }),
      await ask('collections', { items: -1 }),
    ]
    const all = collections.body.data.find(({ collectionTag }) => collectionTag === 'all')!
    const opened = async (verb: 'title' | 'streamingLink' | 'document') => {
      const found = []
      for (const tag of tags)
        if ((await ask(verb, verb === 'document' ? { documentId: `of-${tag}` } : { tag })).status === 200)
          found.push(tag)
      return found
    }
    return {
      list: ofTags(list.body.data),
      search: ofTags(search.body.data),
      collection: ofTags(all.collectionItems),
      counted: all.itemCount,
      title: await opened('title'),
      link: await opened('streamingLink'),
      document: await opened('document'),
    }
  }

  test('every answer shows the same titles as a plain reference, over zones, changes of the clock and random dates', async () => {
    const day = fc.integer({ min: -2, max: 2 })
    const date = fc.record({
      day: fc.option(day, { nil: undefined, freq: 3 }),
      edge: fc.constantFrom('', 'T00:00:00', 'T23:59:59', 'T12:00:00Z'),
    })
    const dated = fc.record({
      isActive: fc.constantFrom(true, true, true, false),
      start: date,
      end: date,
      release: fc.option(
        fc.record({
          hours: fc.integer({ min: -40, max: 40 }),
          form: fc.constantFrom('', '.5', '+05:30', '-11:00', 'Z'),
        }),
        { nil: undefined, freq: 3 },
      ),
    })
    const sample = fc.record({
      zone: fc.constantFrom(...zones),
      // Days on which a clock of these zones changes, and others.
      day: fc.constantFrom(
        '2026-10-25',
        '2026-11-01',
        '2027-03-28',
        '2027-03-14',
        '2026-12-31',
        '2028-02-29',
      ),
      minutes: fc.integer({ min: -60, max: 1500 }),
      titles: fc.array(dated, { minLength: tags.length, maxLength: tags.length }),
    })
    await fc.assert(
      fc.asyncProperty(sample, async ({ zone, day, minutes, titles }) => {
        const midnight = wallClock(zone).at(Date.parse(day) / DAY, 0)
        now = midnight + minutes * 60_000
        await setZone(zone)
        const toDate = ({ day: away, edge }: (typeof titles)[number]['start']) =>
          away === undefined ? null : new Date(Date.parse(day) + away * DAY).toISOString().slice(0, 10) + edge
        const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now)
        const wanted: string[] = []
        for (const [index, { isActive, start, end, release }] of titles.entries()) {
          const [startDate, endDate] = [toDate(start), toDate(end)]
          const at = release && midnight + release.hours * 3_600_000
          const away = minutesAway[release?.form ?? ''] ?? 0
          const written =
            at === undefined ? null : new Date(at + away * 60_000).toISOString().slice(0, 19) + release!.form
          await setTitle(tags[index]!, { isActive, startDate, endDate, scheduleDate: written })
          const isReleased = at !== undefined && at + (release!.form === '.5' ? 500 : 0) <= now
          // The list asks for a release date (TITLE-06).
          const isOn =
            isActive &&
            isReleased &&
            (startDate ?? today).slice(0, 10) <= today &&
            (endDate ?? today).slice(0, 10) >= today
          if (isOn) wanted.push(tags[index]!)
        }
        const without = titles.flatMap(({ release }, index) => (release === undefined ? [tags[index]!] : []))
        const { list, search, counted, ...rest } = await answers()
        expect({ list, search }).toEqual({ list: wanted, search: wanted })
        const opened = Object.values(rest).map(found => found.filter(tag => !without.includes(tag)))
        expect(opened).toEqual([wanted, wanted, wanted, wanted])
        expect(counted).toBe(rest.collection.length)
        expect(rest.title).toEqual(rest.collection)
      }),
      { numRuns: 12 },
    )
  })

  test('core and the database say the same of sites, members and odd dates', async () => {
    const odd = fc.constantFrom(
      ...[
        null,
        '2026-11-20',
        '2026-11-19T23:59:59',
        '2026-11-20T24:00',
        '2026-02-30',
        '0000-01-01',
        'soon',
        '',
      ],
      ...[
        '2026-11-20T09:00:00.0009',
        '2026-11-20T09:00:00.001',
        '2026-11-20T23:00-20:00',
        '2026-11-20T09:60',
        '2026-11-20T09:00+24:00',
      ],
      ...[
        '2026-11-20T09:00:60',
        '2026-11-20T24:00:01',
        '2026-11-21T08:59:59+23:59',
        '9999-12-31',
        '2026-11-20T09:00',
      ],
    )
    now = Date.parse('2026-11-20T09:00:00Z')
    await server.deps.db.insert(membersTable).values([
      ...[
        { userId: 'in', disabledAt: null },
        { userId: 'off', disabledAt: new Date(now) },
      ].map(row => ({
        ...{ ...row, externalUserId: row.userId, tenantId: 'pulsehouse', name: '', email: '' },
      })),
    ])
    const sample = fc.record({
      dates: fc.record({ scheduleDate: odd, startDate: odd, endDate: odd }),
      publishedDate: fc.constantFrom(null, new Date(now), new Date(now + 1)),
      status: fc.constantFrom(TitleStatus.Published, TitleStatus.Published, TitleStatus.Unpublished),
      isActive: fc.constantFrom(true, true, true, false),
      isDelete: fc.constantFrom(false, false, true),
      tenants: fc.constantFrom(['pulsehouse'], ['pulsehouse'], ['oasiswellness']),
      member: fc.constantFrom(undefined, 'in', 'nobody', 'off'),
      isSiteDeleted: fc.constantFrom(false, false, false, true),
      ...{ zone: fc.constantFrom(...zones), away: fc.constantFrom(-1, 0, 1, 999, 43_200_000, -43_200_000) },
    })
    const { db: database } = server.deps
    await fc.assert(
      fc.asyncProperty(sample, async ({ dates, member, isSiteDeleted, zone, away, ...row }) => {
        await setTitle('a', { ...dates, ...row })
        const deletedAt = isSiteDeleted ? new Date(now) : null
        await database.update(tenantsTable).set({ deletedAt }).where(eq(tenantsTable.tenantId, 'pulsehouse'))
        const moment = siteMoment(wallClock(zone), now + away)
        const site = { tenantId: 'pulsehouse', isDeleted: isSiteDeleted }
        const title = (await readDatedTitles(database, ['a'])).get('a')!
        const wanted = isOnSite({ site, title, moment, member: { isDisabled: member === 'off' } })
        const query = sql`SELECT 1 FROM ${titlesTable} WHERE tag = 'a' AND ${onSiteAt({ tenantId: 'pulsehouse', member }, moment)}`
        expect((await rowsOf(database, query)).length === 1).toBe(wanted)
      }),
      { numRuns: 300 },
    )
    await setTitle('a', {
      ...shown,
      startDate: null,
      endDate: null,
      isActive: true,
      isDelete: false,
      tenants: ['pulsehouse'],
      publishedDate: null,
    })
    await database
      .update(tenantsTable)
      .set({ deletedAt: null })
      .where(eq(tenantsTable.tenantId, 'pulsehouse'))
  })

  test('a playback link ends with the last day, and a segment asked for a second later is refused', async () => {
    await setZone('Europe/Berlin')
    await setTitle('b', {
      isActive: true,
      scheduleDate: '2026-11-01',
      startDate: null,
      endDate: '2026-11-20T23:59:59',
    })
    const end = Date.parse('2026-11-20T23:00:00Z')
    now = end - 60_000
    const { streamingLink } = (await ask('streamingLink', { tag: 'b' })).body
    const claims = JSON.parse(
      Buffer.from(streamingLink.split('/')[2]!.split('.')[1]!, 'base64url').toString(),
    )
    expect(claims.exp * 1000).toBe(end)
    const segment = async () =>
      (await server.app.request(streamingLink.replace('master.m3u8', 'seg.m4s'))).status
    now = end - 1
    expect(await segment()).toBe(200)
    now = end
    expect(await segment()).toBe(403)
    // An end that comes while somebody plays is kept as well.
    await setTitle('b', { endDate: '2026-11-22' })
    const later = (await ask('streamingLink', { tag: 'b' })).body.streamingLink
    const play = async () => (await server.app.request(later.replace('master.m3u8', 'seg.m4s'))).status
    expect(await play()).toBe(200)
    await setTitle('b', { endDate: '2026-11-20' })
    expect(await play()).toBe(403)
    // So is the switch of the title, which waits for no date.
    await setTitle('b', { endDate: '2026-11-22' })
    expect(await play()).toBe(200)
    await setTitle('b', { isActive: false })
    expect(await play()).toBe(403)
    await setTitle('b', { isActive: true })
  })

  test('the schedule has a class only while the site shows it, and its link plays no other', async () => {
    await setZone('UTC')
    now = Date.parse('2026-11-20T09:00:00Z')
    const event = {
      ...newEvent,
      tenantId: 'pulsehouse',
      active: true,
      activatedOnce: true,
      durationSecond: 3600,
    }
    const schedule = { type: 1 as const, weekdays: [0, 1, 2, 3, 4, 5, 6], daily_time: '18:00' }
    await server.deps.db.insert(eventsTable).values({
      ...{ ...event, eventId: 'daily', title: 'Daily', type: 3 as const, schedule, contentId: 'c' },
    })
    await setTitle('c', {
      isActive: true,
      scheduleDate: '2026-11-21T18:00:00',
      startDate: null,
      endDate: '2026-11-23',
    })
    const days = async () =>
      (await ask('schedule')).body.occurrences
        .filter(({ eventId }) => eventId === 'daily')
        .map(({ date }) => date)
    expect(await days()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
    expect((await ask('streamingLink', { tag: 'daily' })).status).toBe(400)
    now = Date.parse('2026-11-20T18:00:00Z')
    expect((await ask('streamingLink', { tag: 'daily' })).status).toBe(404)
    now = Date.parse('2026-11-21T18:00:00Z')
    const { streamingLink } = (await ask('streamingLink', { tag: 'daily' })).body
    const segment = async () =>
      (await server.app.request(streamingLink.replace('master.m3u8', 'seg.m4s'))).status
    expect(await segment()).toBe(200)
    await setTitle('c', { endDate: '2026-11-20' })
    expect(await segment()).toBe(403)
    expect(await days()).toEqual([])
  })

  test('COLL-08 staff see what comes and what is over in a collection, and count what comes', async () => {
    await setZone('UTC')
    now = Date.parse('2026-11-20T09:00:00Z')
    const undated = { scheduleDate: null, startDate: null, endDate: null, isActive: true }
    for (const tag of tags) await setTitle(tag, undated)
    await setTitle('c', { isActive: false })
    await setTitle('d', { startDate: '2026-11-21' })
    await setTitle('e', { endDate: '2026-11-19' })
    const found = await server
      .api('tenant')
      .collections.view({ tenantId: 'pulsehouse', tag: 'all', upcoming: true })
    expect(found).toMatchObject({ itemCount: 3, upcomingCount: 1 })
    expect(found.collectionItems.filter(item => !item.isShown)).toMatchObject([
      { tag: 'c', isOff: true },
      { tag: 'd', isOver: false },
      { tag: 'e', isOver: true },
    ])
  })
})
