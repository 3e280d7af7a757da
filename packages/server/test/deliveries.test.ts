import { type Delivery, fromWireDate, TitleStatus, VideoStatus } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookAtDeliveries, startDeliveryJobs } from '../src/deliveries/run.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { siteStreamingLink } from '../src/titles/index.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { type JwPlayer, startJwPlayer } from './jwplayer.ts'
import { failure, issuesOf } from './refusals.ts'
import { displayed } from './titles/support.ts'

const DAY = 86_400_000
/** A try that was under way as the clock was moved finds at its end that it is ready. */
const underway = expect.stringMatching(/processing|ready/) as never
const tenantId = 'pulsehouse'
const keys = { siteId: 'site-0001', secret: 'v2-secret', signingSecret: 'signs' }
const file = new Uint8Array(4096).fill(9)
const sourceKey = 'uploads/delivered.mp4'

describe.each(databases)('LIVE-09 C-139 titles at JW Player, on %s', kind => {
  const clock = createTestClock()
  let server: TestServer
  let jw: JwPlayer
  const tag = 'delivered'

  const admin = () => server.api('admin')
  const find = async (): Promise<Delivery | undefined> =>
    (await admin().deliveries.list({ titleTag: tag, tenantId })).data[0]
  /** A try that ended after the clock was moved rests from then on: the clock follows. */
  const followRest = async () => {
    const { problem, nextDate } = (await find()) ?? {}
    const rests = problem && nextDate && fromWireDate(nextDate)!.getTime() > clock.now().getTime()
    if (rests) clock.forward(60)
  }
  /** Lets the jobs work until the title stands so; `isTriedAgain` where a try failed before. */
  const until = async (expected: Partial<Delivery> | undefined, { isTriedAgain = false } = {}) => {
    await expect
      .poll(async () => {
        if (isTriedAgain) await followRest()
        await lookAtDeliveries(server.deps)
        return (await find()) ?? null
      })
      .toEqual(expected === undefined ? null : expect.objectContaining(expected))
    return (await find())!
  }
  const link = async () => (await siteStreamingLink(tag, { tenantId }, server.deps)).streamingLink

  beforeAll(async () => {
    jw = await startJwPlayer(keys, async url => server.app.request(new URL(url).pathname))
    const settings = { publicUrl: 'https://kinora.example' }
    server = await createTestServer({ db: kind, clock, settings, jwPlayerUrl: jw.url })
    await server.deps.blobs.put(sourceKey, file)
    await server.deps.db.insert(titlesTable).values({
      ...{ ...displayed, tag, className: 'Delivered', status: TitleStatus.Published, tenants: [tenantId] },
      ...{ providerId: 'ironside', channelId: 'ironside-strength', streamKey: 'streams/x', sourceKey },
      ...{ scheduleDate: '2026-11-01T08:30:00', videoStatus: VideoStatus.Completed, durationSecond: 60 },
    })
    await startDeliveryJobs(server.deps, { period: DAY })
  })
  afterAll(async () => {
    await server?.close()
    await jw?.close()
  })
  beforeEach(() => {
    Object.assign(jw, { faults: [], isSearchable: true, outcome: 'ready' })
    jw.calls.length = 0
  })

  const general = {
    tenantId,
    jwPlayerSiteId: keys.siteId,
    jwPlayerSecret: `${keys.secret} ${keys.signingSecret}`,
  }

  test('B-10, B-13 the title is handed over, fetched, waited for, and played from there by a signed address that ends', async () => {
    expect(await link()).toMatch(/^\/streams\//)
    await admin().tenants.update({ ...general, mediaPlatform: 1 })
    const processing = await until({ status: 'processing', siteId: keys.siteId })
    expect(await link(), 'until it is ready it plays from here').toMatch(/^\/streams\//)
    clock.forward(10)
    const ready = await until({ status: 'ready', problem: null, mediaId: processing.mediaId })
    expect([...jw.media.values()]).toMatchObject([
      { id: ready.mediaId, bytes: file.byteLength, status: 'ready' },
    ])
    const played = await link()
    expect(played).toContain(`${jw.url}/manifests/${ready.mediaId}.m3u8?exp=`)
    const expires = Number(new URL(played).searchParams.get('exp'))
    expect(expires - clock.now().getTime() / 1000).toBeLessThanOrEqual(server.deps.settings.playbackLifetime)
    expect((await fetch(played)).status).toBe(200)
    expect((await fetch(`${played}0`)).status).toBe(403)
    const [source] = [...jw.media.values()]
    const again = await server.app.request(new URL(source!.source).pathname)
    expect(again.status, 'what JW Player has is given no more').toBe(404)
  })

  test('a tenant sees its own site’s, another one none; the secret is never told', async () => {
    const own = await server.api('tenant').deliveries.list({})
    expect(own.data.every(row => row.tenantId === tenantId)).toBe(true)
    expect(JSON.stringify(own) + JSON.stringify(await admin().deliveries.state({}))).not.toContain(
      keys.secret,
    )
    const other = server.api('tenant').deliveries.retry({ titleTag: tag, tenantId: 'nordicmove' })
    expect((await failure(other)).code).toBe('notFound')
  })

  test('unpublishing takes it away; published again it is made again', async () => {
    await server.deps.db.execute(sql`UPDATE titles SET tenants = '{}' WHERE tag = ${tag}`)
    jw.faults.push({ status: 503 })
    await lookAtDeliveries(server.deps)
    await expect.poll(async () => (await find())?.problem).toBe('unreachable')
    clock.forward(60)
    await until(undefined, { isTriedAgain: true })
    expect(jw.media.size).toBe(0)
    await server.deps.db.execute(sql`UPDATE titles SET tenants = ARRAY[${tenantId}] WHERE tag = ${tag}`)
    await until({ status: 'processing' })
    clock.forward(10)
    await until({ status: 'ready' })
    expect(jw.media.size).toBe(1)
  })

  test('an answer that was lost is looked for until JW Player’s search has it: nothing is made twice', async () => {
    await server.deps.db.execute(sql`UPDATE titles SET tenants = '{}' WHERE tag = ${tag}`)
    await until(undefined)
    await server.deps.db.execute(sql`UPDATE titles SET tenants = ARRAY[${tenantId}] WHERE tag = ${tag}`)
    jw.isSearchable = false
    jw.faults.push('lost')
    await until({ status: 'waiting', problem: 'unreachable', mediaId: null })
    clock.forward(5)
    await lookAtDeliveries(server.deps)
    await expect.poll(() => jw.calls.filter(call => call === 'GET media').length).toBe(1)
    expect(jw.media.size).toBe(1)
    jw.isSearchable = true
    clock.forward(60)
    await until({ status: underway, mediaId: [...jw.media.keys()][0]! }, { isTriedAgain: true })
    clock.forward(10)
    await until({ status: 'ready' })
    expect([jw.media.size, jw.calls.filter(call => call === 'POST media').length]).toEqual([1, 1])
  })

  test('made and unpublished before the answer came: what was made goes as well', async () => {
    await server.deps.db.execute(sql`UPDATE titles SET tenants = '{}' WHERE tag = ${tag}`)
    await until(undefined)
    await server.deps.db.execute(sql`UPDATE titles SET tenants = ARRAY[${tenantId}] WHERE tag = ${tag}`)
    jw.faults.push('lost')
    await until({ status: 'waiting', problem: 'unreachable' })
    await server.deps.db.execute(sql`UPDATE titles SET tenants = '{}' WHERE tag = ${tag}`)
    clock.forward(120)
    await until(undefined, { isTriedAgain: true })
    expect(jw.media.size).toBe(0)
    await server.deps.db.execute(sql`UPDATE titles SET tenants = ARRAY[${tenantId}] WHERE tag = ${tag}`)
    await until({ status: 'processing' })
    clock.forward(10)
    await until({ status: 'ready' })
  })

  test('too many calls: JW Player is asked again when it says, at first not at all', async () => {
    clock.forward((2 * DAY) / 1000)
    jw.faults.push({ status: 429, headers: { 'retry-after': '90' } })
    await until({ status: 'ready', problem: 'busy' })
    const calls = jw.calls.length
    clock.forward(60)
    await lookAtDeliveries(server.deps)
    clock.forward(31)
    await until({ status: 'ready', problem: null })
    expect(jw.calls.length).toBe(calls + 1)
  })

  test('what is gone at JW Player is made again', async () => {
    jw.media.clear()
    clock.forward((2 * DAY) / 1000)
    await until({ status: 'processing' })
    clock.forward(10)
    await until({ status: 'ready' })
    expect(jw.media.size).toBe(1)
  })

  test('another file: what JW Player had goes, the new one is fetched', async () => {
    const [before] = jw.media.keys()
    await server.deps.blobs.put('uploads/second.mp4', new Uint8Array(512))
    await server.deps.db.execute(sql`UPDATE titles SET source_key = 'uploads/second.mp4' WHERE tag = ${tag}`)
    await until({ status: 'processing' })
    clock.forward(10)
    await until({ status: 'ready' })
    expect([...jw.media.values()].map(({ bytes }) => bytes)).toEqual([512])
    expect([...jw.media.keys()]).not.toEqual([before])
  })

  test('another file while an answer is lost: what was made of the former one goes', async () => {
    await server.deps.db.execute(sql`UPDATE titles SET tenants = '{}' WHERE tag = ${tag}`)
    await until(undefined)
    await server.deps.db.execute(sql`UPDATE titles SET tenants = ARRAY[${tenantId}] WHERE tag = ${tag}`)
    jw.isSearchable = false
    jw.faults.push('lost')
    await until({ status: 'waiting', problem: 'unreachable', mediaId: null })
    await server.deps.blobs.put('uploads/third.mp4', new Uint8Array(256))
    await server.deps.db.execute(sql`UPDATE titles SET source_key = 'uploads/third.mp4' WHERE tag = ${tag}`)
    jw.isSearchable = true
    clock.forward(60)
    await until({ status: underway }, { isTriedAgain: true })
    clock.forward(10)
    const ready = await until({ status: 'ready' })
    expect([...jw.media.values()].map(({ id, bytes }) => [id, bytes])).toEqual([[ready.mediaId, 256]])
  })

  test('a file that JW Player can’t process fails with its words; try again makes it anew', async () => {
    jw.outcome = 'failed'
    await server.deps.db.execute(sql`UPDATE titles SET source_key = ${sourceKey} WHERE tag = ${tag}`)
    await until({ status: 'processing' })
    clock.forward(10)
    const failed = await until({ status: 'failed', problem: 'failed' })
    expect(failed.detail).toBe('Could not process the source file.')
    jw.outcome = 'ready'
    const retried = await admin().deliveries.retry({ titleTag: tag, tenantId })
    expect(['waiting', 'processing']).toContain(retried.status)
    await until({ status: 'processing' })
    clock.forward(10)
    const ready = await until({ status: 'ready', detail: '' })
    expect([...jw.media.keys()]).toEqual([ready.mediaId])
  })

  test.each([
    ['a wrong secret', { jwPlayerSecret: 'wrong-secret' }, 'refused'],
    ['a wrong site', { jwPlayerSiteId: 'site-0002' }, 'siteUnknown'],
  ] as const)('%s waits for a person; saving the right one goes on by itself', async (_, wrong, problem) => {
    await admin().tenants.update({ tenantId, ...wrong })
    await server.deps.db.execute(
      sql`UPDATE deliveries SET status = 'waiting', next_at = ${clock.now().toISOString()}::timestamptz`,
    )
    await until({ status: 'failed', problem, nextDate: null })
    clock.forward(1)
    await admin().tenants.update(general)
    await until({ status: underway, problem: null })
    clock.forward(10)
    await until({ status: 'ready' })
    await server.deps.db.execute(sql`DELETE FROM deliveries WHERE tenant_id <> ${tenantId}`)
  })

  test('gives up after ten tries without an answer', async () => {
    await server.deps.db.execute(
      sql`UPDATE deliveries SET next_at = ${clock.now().toISOString()}::timestamptz`,
    )
    jw.faults.push(...Array.from({ length: 10 }, () => ({ status: 500 })))
    for (let tries = 1; tries < 10; tries += 1) {
      await until({ tries, problem: 'unreachable' })
      clock.forward(60)
    }
    await until({ status: 'failed', problem: 'unreachable', tries: 10, nextDate: null })
    await admin().deliveries.retry({ titleTag: tag, tenantId })
    await until({ status: 'ready', problem: null })
  })

  test('on media platform 0 again everything leaves', async () => {
    await admin().tenants.update({ tenantId, mediaPlatform: 0 })
    await until(undefined)
    expect(jw.media.size).toBe(0)
    expect(await link()).toMatch(/^\/streams\//)
  })
})

describe('LIVE-09 C-139 media platform 1 where it can’t work', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer()
  })
  afterAll(() => server?.close())

  const provider = {
    ...{ name: 'North', email: 'north@jw.test', password: 'Secret-123', contact: 'Somebody' },
    ...{ mediaPlatform: 1 as const, userRole: 1 as const },
    ...{ jwPlayerSiteId: 'site-1', jwPlayerSecret: 'secret' },
  }

  test('is refused of tenants and providers without an address to fetch from', async () => {
    const api = server.api('admin')
    const own = { jwPlayerSiteId: 'site-1', jwPlayerSecret: 'secret' }
    const refused = ['mediaPlatform platform.noAddress']
    expect(await issuesOf(api.tenants.update({ tenantId, mediaPlatform: 1, ...own }))).toEqual(refused)
    expect(await issuesOf(api.providers.create(provider))).toEqual(refused)
  })

  test('is refused of a tenant without credentials until a provider has some', async () => {
    server.deps.settings.publicUrl = 'https://kinora.example'
    const api = server.api('admin')
    const bare = { tenantId: 'nordicmove', mediaPlatform: 1 as const }
    expect(await issuesOf(api.tenants.update(bare))).toEqual(['mediaPlatform platform.noCredentials'])
    await api.providers.create(provider)
    expect(await api.tenants.update(bare)).toMatchObject({ mediaPlatform: 1 })
  })
})
