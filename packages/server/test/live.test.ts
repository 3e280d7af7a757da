import { contract, EventType, newEvent, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import HLS from 'hls-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventsTable } from '../src/events/tables.ts'
import { forgetLive } from '../src/live/notices.ts'
import { liveNoticesTable, livePartsTable, liveViewersTable } from '../src/live/tables.ts'
import { createServer } from '../src/server.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import type { TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const weekly = (daily_time: string, ...weekdays: number[]) => ({ type: 1 as const, weekdays, daily_time })
/** Monday, 23 November 2026, 18:00 in Berlin. */
const start = Date.parse('2026-11-23T17:00:00Z')
const minutes = (count: number) => count * 60_000

describe.each(databases)('LIVE-04 LIVE-05 C-138 on %s', db => {
  let now = start
  const clock = { now: () => new Date(now) }
  let server: TestServer
  let api: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db, clock, settings: { accessTokenLifetime: 200 * 86_400 } })
    // Signed in before all moments that the tests go to.
    now = start - minutes(60 * 48)
    api = server.api('tenant')
    await api.events.list({ tenantId })
    for (const tag of ['hills', 'waves']) await addClass(tag, 900)
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    now = start - minutes(60 * 24)
    await server.deps.db.delete(eventsTable)
  })

  /** A class of so many segments of four seconds, of two renditions, as the pipeline stores it. */
  async function addClass(tag: string, segments: number, key = `streams/${tag}/1`) {
    const put = (path: string, text: string) =>
      server.deps.blobs.put(`${key}/${path}`, new TextEncoder().encode(text))
    const lines = Array.from({ length: segments }, (_, nth) => [
      ...['#EXTINF:4.000000,', `${String(nth).padStart(5, '0')}.m4s`],
    ])
    const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-MAP:URI="init.mp4"']
    for (const folder of ['720p', '240p']) {
      await put(`${folder}/index.m3u8`, [...head, ...lines.flat(), '#EXT-X-ENDLIST', ''].join('\n'))
      await put(`${folder}/init.mp4`, `init of ${key}`)
      for (const nth of [0, 1, 2, 3, 4, 149, 150, 151, 152, 153])
        await put(`${folder}/${String(nth).padStart(5, '0')}.m4s`, `${nth} of ${key}`)
    }
    const streams = ['720p', '240p'].flatMap(folder => [
      ...['#EXT-X-STREAM-INF:BANDWIDTH=1', `${folder}/index.m3u8`],
    ])
    await put('master.m3u8', ['#EXTM3U', ...streams, ''].join('\n'))
    await server.deps.db
      .insert(titlesTable)
      .values({
        ...{ tag, className: tag, tenantId, tenants: [tenantId], status: TitleStatus.Published },
        streamKey: key,
      })
      .onConflictDoUpdate({ target: titlesTable.tag, set: { streamKey: key } })
  }
  const add = async (more: object = {}): Promise<string> => {
    const eventId = `event-${crypto.randomUUID().slice(0, 8)}`
    await server.deps.db.insert(eventsTable).values({
      ...{ ...newEvent, eventId, tenantId, title: 'Spin', type: EventType.Simulated, durationSecond: 3600 },
      ...{ schedule: weekly('18:00', 1, 4), contentId: 'hills', active: true, activatedOnce: true },
      ...more,
    })
    return eventId
  }
  const link = async (eventId: string, more: object = {}) => {
    const { status, body, headers } = await sendLink(eventId, more)
    return { status, headers, ...(body as { streamingLink: string; startsAt: string; endsAt: string }) }
  }
  async function sendLink(tag: string, more: object) {
    const token = await siteToken(server)
    const asked = new URLSearchParams(more as Record<string, string>)
    const answer = await server.app.request(`/api/v1/site/titles/${tag}/streaminglink?${asked}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object }
  }
  const get = async (path: string, app = server.app) => {
    const answer = await app.request(path)
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const parse = (text: string) => HLS.parse(text) as HLS.types.MediaPlaylist
  const issueOf = (body: object) => (body as { issues: { code: string; params: object }[] }).issues[0]

  test('a link is given from ten minutes before until the end; outside, the refusal says when', async () => {
    const eventId = await add({ type: EventType.Scheduled })
    now = start - minutes(10) - 1
    const early = await sendLink(eventId, {})
    expect([early.status, early.headers.get('retry-after'), issueOf(early.body)]).toMatchObject([
      ...[400, '1'],
      {
        code: 'event.notOpen',
        params: { opensAt: '2026-11-23T16:50:00.000Z', startsAt: '2026-11-23T17:00:00.000Z' },
        message: 'This class can be played from 2026-11-23T16:50:00.000Z on.',
      },
    ])
    now = start - minutes(10)
    const opened = await link(eventId)
    expect(opened).toMatchObject({
      ...{ status: 200, startsAt: '2026-11-23T17:00:00.000Z', endsAt: '2026-11-23T18:00:00.000Z' },
    })
    now = start + minutes(60) - 1
    expect((await get(opened.streamingLink)).status).toBe(200)
    expect((await link(eventId)).status).toBe(200)
    now = start + minutes(60)
    // It closes with the class, whoever has the link; also where that was made shorter.
    expect((await get(opened.streamingLink)).status).toBe(403)
    now = start + minutes(30)
    await api.events.update({ eventId, durationSecond: 1800 })
    expect((await get(opened.streamingLink)).status).toBe(400)
    expect(issueOf((await sendLink(eventId, {})).body)).toMatchObject({
      ...{ code: 'event.notOpen', params: { opensAt: '2026-11-26T16:50:00.000Z' } },
    })
    await api.events.update({ eventId, endsOn: '2026-11-23' })
    expect(issueOf((await sendLink(eventId, {})).body)?.code).toBe('event.noneAhead')
  })

  test('OPS-08 addresses of a class that an event plays end with the occurrence', async () => {
    const eventId = await add({ type: EventType.Scheduled })
    now = start + minutes(59)
    const { streamingLink } = await link(eventId)
    server.deps.settings.media = { url: 'https://cdn.example', secret: new Uint8Array(32) }
    const { text } = await get(streamingLink.replace('master', '240p/index'))
    server.deps.settings.media = undefined
    const ends = [...text.matchAll(/expires=(\d+)/g)].map(([, seconds]) => Number(seconds) * 1000)
    expect(new Set(ends)).toEqual(new Set([start + minutes(60)]))
  })

  test('B-15 liveStreamingLink: of an external live event it is the stored link, and then alone; staff see theirs whenever they like', async () => {
    const liveStreamingLink = 'https://live.example/1'
    const external = { type: EventType.Live, eventSource: 'external', contentId: null, liveStreamingLink }
    const eventId = await add(external)
    expect((await link(eventId)).status).toBe(400)
    now = start
    expect(await link(eventId)).toMatchObject({ status: 200, streamingLink: liveStreamingLink })
    const scheduled = await add({ type: EventType.Scheduled })
    now = start - minutes(600)
    expect((await api.titles.streamingLink({ tenant: tenantId, tag: scheduled })).streamingLink).toMatch(
      /^\/streams\//,
    )
  })

  test('an event that is off, or has nothing to play, has no link; of a title nothing changes', async () => {
    now = start
    expect((await link(await add({ active: false }))).status).toBe(404)
    expect((await link(await add({ contentId: null }))).status).toBe(404)
    expect(await link('hills')).toMatchObject({ status: 200, startsAt: null, endsAt: null })
  })

  test('LIVE-04 an event of another tenant plays nowhere else, though its class is shown there; nor is it told from nothing', async () => {
    const { db } = server.deps
    const everywhere = (tenants: string[]) =>
      db.update(titlesTable).set({ tenants }).where(eq(titlesTable.tag, 'hills'))
    await everywhere([tenantId, 'nordicmove'])
    const own = await add({ tenantId: 'nordicmove' })
    const refusal = await sendLink(own, {})
    const { requestId: _, ...told } = refusal.body as { requestId?: string }
    expect([refusal.status, (await sendLink('nothing', {})).body]).toMatchObject([404, told])
    const staff = (tenant: string) => server.api('admin').titles.streamingLink({ tenant, tag: own })
    await expect(staff(tenantId)).rejects.toMatchObject({ code: 'notFound' })
    expect((await staff('nordicmove')).streamingLink).toMatch(/^\/streams\//)
    await everywhere([tenantId])
  })

  test('C-150 what is moved, edited, cancelled or added alone opens at its own time', async () => {
    const eventId = await add()
    const on = { eventId, date: '2026-11-26' }
    const at = async (iso: string) => {
      now = Date.parse(iso)
      return (await link(eventId)).status
    }
    const before = start - minutes(60)
    now = before
    await api.events.changeOccurrence({ ...on, start: '2026-11-27T09:00:00Z', durationSecond: 1800 })
    expect(await at('2026-11-26T17:00:00Z')).toBe(400)
    expect([await at('2026-11-27T08:50:00Z'), await at('2026-11-27T09:29:59Z')]).toEqual([200, 200])
    expect(await at('2026-11-27T09:30:00Z')).toBe(400)
    now = before
    await api.events.changeOccurrence({ ...on, isCancelled: true })
    expect(await at('2026-11-27T09:00:00Z')).toBe(400)
    now = before
    await api.events.addOccurrence({ eventId, start: '2026-11-28T09:00:00Z' })
    expect(await at('2026-11-28T08:50:00Z')).toBe(200)
    const { body } = await send(
      server,
      contract['site-content'].schedule,
      { start: '2026-11-28T00:00:00Z', end: '2026-11-29T00:00:00Z' },
      { token: await siteToken(server) },
    )
    expect(body).toMatchObject({ occurrences: [{ date: '2026-11-28', opensAt: '2026-11-28T08:50:00.000Z' }] })
  })

  test('simulated live: before it starts a link waits, then everybody is at the same second, and it ends', async () => {
    const eventId = await add()
    now = start - minutes(10)
    const [one, other] = [await link(eventId), await link(eventId)]
    const waiting = await get(one.streamingLink)
    expect([
      waiting.status,
      waiting.headers.get('retry-after'),
      JSON.parse(waiting.text).issues,
    ]).toMatchObject([
      ...[400, '600'],
      [{ code: 'event.notStarted', params: { startsAt: '2026-11-23T17:00:00.000Z' } }],
    ])
    now = start + minutes(10) + 1500
    const media = (streamingLink: string) => streamingLink.replace('master.m3u8', '240p/index.m3u8')
    expect((await get(one.streamingLink)).text).toContain('720p/index.m3u8')
    const [seen, seenByOther] = [await get(media(one.streamingLink)), await get(media(other.streamingLink))]
    expect(seen.text).toBe(seenByOther.text)
    expect(seen.headers.get('cache-control')).toBe('no-store')
    const list = parse(seen.text)
    expect([list.mediaSequenceBase, list.endlist]).toEqual([147, false])
    const last = list.segments.at(-1)!
    expect(last).toMatchObject({ uri: '../0/240p/00153.m4s', programDateTime: new Date(start + 612_000) })
    const fileOf = (uri: string) => new URL(uri, `http://x${media(one.streamingLink)}`).pathname
    expect((await get(fileOf(last.uri))).text).toBe('153 of streams/hills/1')
    expect((await get(fileOf(last.map!.uri))).text).toBe('init of streams/hills/1')
    // Nobody is ahead of the others, nor reads what isn't the class's.
    expect((await get(fileOf('../0/240p/00154.m4s'))).status).toBe(404)
    expect((await get(fileOf('../0/master.m3u8'))).status).toBe(404)
    expect((await get(fileOf('../1/240p/00149.m4s'))).status).toBe(404)
    now = start + minutes(60)
    expect(parse((await get(media(one.streamingLink))).text).endlist).toBe(true)
    now = start + minutes(61)
    expect((await get(media(one.streamingLink))).status).toBe(400)
  })

  test('two servers and one that was restarted give the same bytes at the same instant', async () => {
    const eventId = await add()
    now = start + minutes(10)
    const path = (await link(eventId)).streamingLink.replace('master.m3u8', '720p/index.m3u8')
    const again = () => createServer(server.deps)
    const first = await get(path)
    expect((await get(path, again())).text).toBe(first.text)
    now += 8000
    const [before, after] = [await get(path), await get(path, again())]
    expect(after.text).toBe(before.text)
    expect(parse(after.text).mediaSequenceBase).toBe(parse(first.text).mediaSequenceBase! + 2)
  })

  test('another class in mid-event: one discontinuity, nobody jumps back, no number is given twice', async () => {
    const eventId = await add()
    now = start + minutes(10)
    const path = (await link(eventId)).streamingLink.replace('master.m3u8', '720p/index.m3u8')
    const before = parse((await get(path)).text)
    await api.events.update({ eventId, contentId: 'waves' })
    const numbered = (list: HLS.types.MediaPlaylist) =>
      list.segments.map(({ uri }, nth) => `${list.mediaSequenceBase! + nth} ${uri}`)
    const at = parse((await get(path)).text)
    expect(numbered(at)).toEqual(numbered(before))
    now += 8000
    const across = parse((await get(path)).text)
    const [from] = across.segments.filter(({ discontinuity }) => discontinuity)
    expect(from).toMatchObject({ uri: '../1/720p/00154.m4s', programDateTime: new Date(start + 616_000) })
    expect(numbered(across)).toContain('154 ../1/720p/00154.m4s')
    now += minutes(1)
    const later = parse((await get(path)).text)
    expect([later.discontinuitySequenceBase, later.segments.some(one => one.discontinuity)]).toEqual([
      1,
      false,
    ])
    expect(later.segments.every(({ uri }) => uri.startsWith('../1/'))).toBe(true)
    // And back: a third part.
    await api.events.update({ eventId, contentId: 'hills' })
    await get(path)
    now += minutes(1)
    expect(parse((await get(path)).text).discontinuitySequenceBase).toBe(2)
    const parts = await server.deps.db
      .select()
      .from(livePartsTable)
      .where(eq(livePartsTable.eventId, eventId))
    expect(parts.map(({ streamKey }) => streamKey)).toEqual([
      ...['streams/hills/1', 'streams/waves/1', 'streams/hills/1'],
    ])
  })

  test('the class is encoded anew in mid-event, and its old files are gone: numbers go on', async () => {
    await addClass('anew', 900)
    const eventId = await add({ contentId: 'anew' })
    now = start + minutes(10)
    const path = (await link(eventId)).streamingLink.replace('master.m3u8', '720p/index.m3u8')
    const before = parse((await get(path)).text)
    await addClass('anew', 900, 'streams/anew/2')
    await server.deps.blobs.remove('streams/anew/1/')
    const list = parse((await get(path)).text)
    expect(list.mediaSequenceBase).toBeGreaterThan(before.mediaSequenceBase! + before.segments.length - 1)
    expect([list.discontinuitySequenceBase, list.segments[0]!.uri]).toEqual([1, '../1/720p/00150.m4s'])
  })

  test('made longer or shorter while it runs: it goes on without a break, and ends when it is said to', async () => {
    const eventId = await add()
    now = start + minutes(10)
    const path = (await link(eventId)).streamingLink.replace('master.m3u8', '720p/index.m3u8')
    await get(path)
    await api.events.update({ eventId, durationSecond: 1200 })
    now = start + minutes(20)
    const ended = parse((await get(path)).text)
    expect([ended.endlist, ended.segments.at(-1)?.uri]).toEqual([true, '../0/720p/00299.m4s'])
    await api.events.update({ eventId, durationSecond: 3600 })
    const goesOn = parse((await get(path)).text)
    expect([goesOn.endlist, goesOn.segments.some(one => one.discontinuity)]).toEqual([false, false])
    await api.events.changeOccurrence({ eventId, date: '2026-11-23', isCancelled: true })
    expect((await get(path)).status).toBe(400)
  })

  test('C-97 weekly events have a stream for each occurrence, across a change of the clock', async () => {
    const eventId = await add({ schedule: weekly('18:00', 0) })
    // The last Sunday of March: the clock of Berlin goes forward in the night before.
    for (const at of ['2027-03-21T17:00:00Z', '2027-03-28T16:00:00Z']) {
      now = Date.parse(at) + 20_000
      const { streamingLink, startsAt } = await link(eventId)
      expect(Date.parse(startsAt)).toBe(Date.parse(at))
      const list = parse((await get(streamingLink.replace('master.m3u8', '720p/index.m3u8'))).text)
      expect([list.mediaSequenceBase, list.segments[0]!.programDateTime]).toEqual([
        2,
        new Date(Date.parse(at) + 8000),
      ])
    }
  })

  test('C-144 the class leaves the site, or the event is switched off, in mid-event: the stream closes', async () => {
    const eventId = await add()
    now = start + minutes(10)
    const path = (await link(eventId)).streamingLink
    expect((await get(path)).status).toBe(200)
    const set = (endDate: string | null) =>
      server.deps.db.update(titlesTable).set({ endDate }).where(eq(titlesTable.tag, 'hills'))
    await set('2026-11-22')
    expect((await get(path)).status).toBe(404)
    await set(null)
    await api.events.update({ eventId, active: false })
    expect((await get(path)).status).toBe(404)
  })

  test('OPS-08 of a class that is one file a rendition only ranges that are listed are there yet', async () => {
    const key = 'streams/rows/1'
    const put = (path: string, text: string) =>
      server.deps.blobs.put(`${key}/${path}`, new TextEncoder().encode(text))
    const size = 10 + 900 * 4
    const lines = Array.from({ length: 900 }, (_, nth) => [
      ...['#EXTINF:4.000000,', `#EXT-X-BYTERANGE:4@${10 + 4 * nth}`, 'media.mp4'],
    ])
    const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4']
    const map = '#EXT-X-MAP:URI="media.mp4",BYTERANGE="10@0"'
    await addClass('rows', 0, key)
    await put('240p/index.m3u8', [...head, map, ...lines.flat(), '#EXT-X-ENDLIST', ''].join('\n'))
    await put(
      '240p/media.mp4',
      `init......${Array.from({ length: 900 }, (_, nth) => `${nth}...`.slice(0, 4)).join('')}`,
    )
    const eventId = await add({ contentId: 'rows' })
    now = start + minutes(10) + 1500
    const media = (await link(eventId)).streamingLink.replace('master.m3u8', '240p/index.m3u8')
    const last = parse((await get(media)).text).segments.at(-1)!
    expect([last.uri, last.byterange, last.map!.byterange]).toEqual([
      ...['../0/240p/media.mp4', { offset: 10 + 4 * 153, length: 4 }, { offset: 0, length: 10 }],
    ])
    const file = new URL(last.uri, `http://x${media}`).pathname
    const range = async (text?: string) => {
      const answer = await server.app.request(file, { headers: text === undefined ? {} : { range: text } })
      return [answer.status, answer.status === 206 ? await answer.text() : '']
    }
    expect(await range('bytes=622-625')).toEqual([206, '153.'])
    expect(await range('bytes=0-9')).toEqual([206, 'init......'])
    for (const ahead of ['bytes=622-626', 'bytes=626-629', 'bytes=622-', `bytes=-${size}`, undefined])
      expect(await range(ahead)).toEqual([404, ''])
    now = start + minutes(10) + 5500
    expect(await range('bytes=626-629')).toEqual([206, '154.'])
  })

  test('LIVE-05 a link opens the renditions and segments of its class, and no path that leads out of them', async () => {
    const eventId = await add()
    now = start + minutes(10)
    const base = (await link(eventId)).streamingLink.replace('/master.m3u8', '')
    const onDemand = (await link('hills')).streamingLink.replace('/master.m3u8', '')
    const other = ['streams', 'waves', '1', '720p', '00149.m4s']
    for (const up of ['..', '%2e%2e', '.%2e', '%252e%252e', '..%2f..', '..%5c..', '..%00', '....'])
      for (const folder of ['', '0/', '0/720p/', '720p/', '0/999p/', '0/720p/00149.m4s/'])
        for (const steps of [1, 2, 3, 4]) {
          const path = `${folder}${`${up}/`.repeat(steps)}${other.slice(5 - Math.min(5, steps + 1)).join('/')}`
          for (const of of [base, onDemand]) {
            const answer = await get(`${of}/${path}`)
            expect([path, answer.text.includes('of streams/waves')]).toEqual([path, false])
            expect([path, answer.status < 500]).toEqual([path, true])
          }
        }
    const [, , token = ''] = base.split('/')
    const [head, , signature] = token.split('.')
    const payload = { eventId, date: '2026-11-23', tenantId, viewer: 'x', exp: 9e9, iat: 1 }
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const made of [`${head}.${forged}.${signature}`, `${none}.${forged}.`, token.slice(0, -3)])
      expect((await get(`/streams/${made}/master.m3u8`)).status).toBe(403)
    // A sign-in of the site is no link, nor is a link a sign-in.
    expect((await get(`/streams/${await siteToken(server)}/master.m3u8`)).status).toBe(403)
    const asSignIn = await server.app.request('/api/v1/site/settings', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(asSignIn.status).toBe(401)
  })

  test('0144 of classes that are over nobody’s name, part or notice is kept', async () => {
    const { db } = server.deps
    const eventId = await add()
    now = start + minutes(10)
    await get((await link(eventId, { userId: 'somebody' })).streamingLink)
    await db.insert(liveNoticesTable).values({ eventId, date: '2026-11-23', mailedAt: new Date(now) })
    const left = () =>
      Promise.all(
        [liveViewersTable, livePartsTable, liveNoticesTable].map(table =>
          db.$count(table, eq(table.eventId, eventId)),
        ),
      )
    await forgetLive(server.deps)
    expect(await left()).toEqual([1, 1, 1])
    now += minutes(1)
    await forgetLive(server.deps)
    expect(await left()).toEqual([0, 1, 1])
    now += minutes(8 * 24 * 60)
    await forgetLive(server.deps)
    expect(await left()).toEqual([0, 0, 0])
  })

  test('LIVE-05 0141 staff see what is on air, who watches, and what comes next', async () => {
    const eventId = await add()
    const later = await add({ title: 'Late', schedule: weekly('20:00', 1), contentId: null })
    now = start - minutes(11)
    expect(await api.live.view({ eventId })).toMatchObject({ air: 'off', current: null, viewers: 0 })
    now = start - minutes(10)
    expect((await api.live.view({ eventId })).air).toBe('open')
    now = start + minutes(10)
    const links = await Promise.all([link(eventId), link(eventId)])
    for (const { streamingLink } of [...links, links[0]!]) await get(streamingLink)
    expect(await api.live.view({ eventId })).toMatchObject({
      ...{ air: 'onAir', viewers: 2, current: { date: '2026-11-23', isPlayable: true } },
      next: { date: '2026-11-26', opensAt: '2026-11-26T16:50:00.000Z' },
    })
    const { data } = await api.live.list({ tenantId })
    expect(data.map(one => [one.eventId, one.air, (one.current ?? one.next)?.isPlayable])).toEqual([
      [eventId, 'onAir', true],
      [later, 'off', false],
    ])
    now += 20_000
    await get(links[0]!.streamingLink)
    now += 15_000
    expect((await api.live.view({ eventId })).viewers).toBe(1)
  })
})
