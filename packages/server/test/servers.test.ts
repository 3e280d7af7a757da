import { CHUNK_SIZE, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { DEMO_PASSWORD, demoAccounts } from '../src/seed/accounts.ts'
import { signIn } from './child.ts'
import { databases } from './database.ts'
import { createServers, metricsToken, type Servers, type StartedServer } from './servers.ts'
import { hasSwift, inSwift } from './swift.ts'
import { chunkOf, clip, hash, padded, ready, viewTitle } from './titles/support.ts'

/** What is complete is processed as soon as its file is there. */
const draft = { ...ready, imageLink: null, IsAutoPublish: true }
const isPossible = hasSwift && databases.includes('postgres')

describe.skipIf(!isPossible)(`OPS-06 two web servers and a worker${inSwift}`, () => {
  let servers: Servers
  let [first, second, worker]: StartedServer[] = []
  beforeAll(async () => {
    servers = await createServers()
    ;[first, second, worker] = await Promise.all([
      servers.start('web'),
      servers.start('web'),
      servers.start('worker'),
    ])
  })
  afterAll(() => servers?.stop())

  const answer = async (url: string, init?: RequestInit) => {
    const given = await fetch(url, init)
    return { status: given.status, text: await given.text() }
  }
  const metricsOf = async ({ url }: StartedServer) =>
    (await answer(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text

  test('OPS-06 a file whose chunks go to either is one file, which the worker alone encodes', async () => {
    const [one, other] = await Promise.all([signIn(first!.url, 'provider'), signIn(second!.url, 'provider')])
    const file = padded(await clip(), 2 * CHUNK_SIZE + 1000)
    const { tag } = await one.titles.create({ ...draft, className: 'Of two servers' })
    await one.uploads.video(chunkOf(tag, file, 1))
    // The same chunk on both at once, as a client sends it that has given the first one up.
    const twice = chunkOf(tag, file, 2)
    await Promise.all([one.uploads.video(twice), other.uploads.video(twice)])
    const ended = await Promise.all(
      [one, other].map(api => api.uploads.video(chunkOf(tag, file, 3)).catch(error => error)),
    )
    expect(ended).toContainEqual(expect.objectContaining({ complete: true }))
    expect(await other.titles.verify({ tag })).toMatchObject({ sha256: hash(file), isIntact: true })
    await other.titles.encodeVideo({ tag })
    await until(
      'the title is encoded',
      async () => (await viewTitle(other, tag)).videoStatus === VideoStatus.Completed,
    )
    const done = 'kinora_job_seconds_count{queue="titles.video",outcome="done"} 1'
    await until('the worker counts it', async () => (await metricsOf(worker!)).includes(done))
    for (const web of [first!, second!])
      expect(await metricsOf(web)).not.toContain('kinora_job_seconds_count')
  })

  const post = ({ url }: StartedServer, path: string, body: object) =>
    answer(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('who signs out at one is out at the other', async () => {
    const account = { email: demoAccounts.tenant.email, password: DEMO_PASSWORD }
    const { token, refreshToken } = JSON.parse((await post(first!, '/identity/login', account)).text)
    const verify = async () =>
      (await answer(`${first!.url}/api/v1/verify`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await verify()).toBe(200)
    await post(second!, '/identity/logout', { refreshToken })
    expect(await verify()).toBe(401)
  })

  test('tries of signing in are counted by both together', async () => {
    const wrong = { email: demoAccounts.support.email, password: 'a wrong password' }
    const tries: number[] = []
    for (let nth = 0; nth < 12; nth += 1)
      tries.push((await post(nth % 2 === 0 ? first! : second!, '/identity/login', wrong)).status)
    expect(tries.slice(0, 10)).not.toContain(429)
    expect(tries.slice(10)).toEqual([429, 429])
  })

  test('a worker answers those who watch over it and nobody else', async () => {
    const [page, call] = await Promise.all(['/', '/api/v1/titles'].map(path => answer(worker!.url + path)))
    expect([page!.status, call!.status]).toEqual([404, 404])
    expect(call!.text).toContain('works in the background')
    expect((await answer(`${worker!.url}/readyz`)).status).toBe(200)
    expect(await metricsOf(worker!)).toContain('kinora_jobs_waiting')
  })

  test('a server with another secret is refused', async () => {
    const starting = servers.start('web', { KINORA_SECRET: 'a secret that no other server of it has' })
    await expect(starting).rejects.toThrow('ended with 1')
  })

  test('a web server that is told to end says so first, and answers what was asked before', async () => {
    const third = await servers.start('web', { KINORA_DRAIN_SECONDS: '600' })
    const ended = third.stop()
    await until('it says that it ends', async () => (await answer(`${third.url}/readyz`)).status === 503)
    const last = await fetch(`${third.url}/manifest.json`)
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close'])
    // Told again it ends at once.
    await third.stop()
    expect(await ended).toBe(130)
  })
})
