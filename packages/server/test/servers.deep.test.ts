import { request } from 'node:http'
import { CHUNK_SIZE, contract, toWire, VideoStatus } from '@kinora/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { DEMO_PASSWORD, demoAccounts } from '../src/seed/accounts.ts'
import { type ChildApi, signIn } from './child.ts'
import { freePort } from './cluster.ts'
import { databases } from './database.ts'
import { type Haproxy, hasHaproxy, inHaproxy, startHaproxy } from './haproxy.ts'
import { hasNginx, inNginx, startNginx } from './nginx.ts'
import { createServers, type Servers, type StartedServer } from './servers.ts'
import { hasSwift, inSwift } from './swift.ts'
import { chunkOf, clip, hash, padded, ready, viewTitle } from './titles/support.ts'

/** What is complete is processed as soon as its file is there. */
const draft = { ...ready, imageLink: null, IsAutoPublish: true }
const isPossible = hasSwift && databases.includes('postgres')
const CHUNKS = 7
const proxies = [
  { title: `HAProxy${inHaproxy}`, start: startHaproxy, isThere: hasHaproxy },
  { title: `nginx${inNginx}`, start: startNginx, isThere: hasNginx },
]

describe.each(proxies)(`OPS-06 servers${inSwift} behind $title`, ({ title, start, isThere }) => {
  if (!isPossible || !isThere) return test.skip('nothing to try')
  let servers: Servers
  let proxy: Haproxy
  let ports: [number, number]
  let web: [StartedServer, StartedServer]
  let worker: StartedServer
  let api: ChildApi
  const startWeb = (at: 0 | 1) =>
    servers.start('web', {
      PORT: String(ports[at]),
      KINORA_DRAIN_SECONDS: '5',
      KINORA_TRUSTED_PROXIES: '127.0.0.1',
    })
  beforeAll(async () => {
    servers = await createServers()
    ports = [await freePort(), await freePort()]
    web = await Promise.all([startWeb(0), startWeb(1)])
    worker = await servers.start('worker')
    proxy = await start(ports)
    api = await signIn(proxy.url, 'provider')
  })
  afterAll(async () => {
    await proxy?.stop()
    await servers?.stop()
  })

  /** Half a minute of video and a tail of its own, so that nothing that was made of another is used for it. */
  async function makeFile() {
    const file = padded(await clip({ seconds: 30, size: '640x360' }), (CHUNKS - 1) * CHUNK_SIZE + 1000)
    crypto.getRandomValues(file.subarray(-1000))
    return file
  }

  /** As a client sends a file: whatever happens, it asks how far the file is and goes on from there. */
  async function send(tag: string, file: Uint8Array<ArrayBuffer>, before?: (chunk: number) => Promise<void>) {
    await until('the file is complete', async () => {
      const state = await api.uploads.videoState({ tag }).catch(() => undefined)
      if (state?.complete) return true
      const next = state?.nextChunk ?? 1
      await before?.(next)
      await api.uploads.video(chunkOf(tag, file, Math.min(next, CHUNKS))).catch(() => undefined)
      return false
    })
    expect(await api.titles.verify({ tag })).toMatchObject({ sha256: hash(file), isIntact: true })
    await api.titles.encodeVideo({ tag })
  }

  const newTitle = async (className: string) => (await api.titles.create({ ...draft, className })).tag
  const whenEncoded = (tag: string) =>
    until(
      'the title is encoded',
      async () => (await viewTitle(api, tag)).videoStatus === VideoStatus.Completed,
    )

  /** Half of a chunk goes to one server, as from a client whose line breaks; the connection stays open. */
  async function sendHalf(url: string, tag: string, file: Uint8Array<ArrayBuffer>) {
    const account = { email: demoAccounts.provider.email, password: DEMO_PASSWORD }
    const { token } = await api.session.login(account)
    const { method, target, body } = toWire(contract.uploads.video, chunkOf(tag, file, 2))
    const form = new FormData()
    for (const [name, value] of body as Exclude<typeof body, string | undefined>) form.append(name, value)
    const whole = new Request(url + target, { method, body: form })
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const headers = {
      'content-type': whole.headers.get('content-type')!,
      'content-length': bytes.byteLength,
      authorization: `Bearer ${token}`,
    }
    const sending = request(url + target, { method, headers })
    sending.on('error', () => undefined)
    await new Promise(resolve => sending.write(bytes.subarray(0, bytes.byteLength / 2), resolve))
    return sending
  }

  test('an upload goes on at the other server in the middle of a chunk, and when one is killed under it', async () => {
    const [tag, file] = [await newTitle('Killed under it'), await makeFile()]
    let half: Awaited<ReturnType<typeof sendHalf>> | undefined
    let isKilled = false
    await send(tag, file, async chunk => {
      if (chunk === 2) half ??= await sendHalf(web[0].url, tag, file)
      if (chunk < 4 || isKilled) return
      isKilled = true
      await web[0].kill()
    })
    expect([half !== undefined, isKilled]).toEqual([true, true])
    half?.destroy()
    web[0] = await startWeb(0)
    await whenEncoded(tag)
  })

  test('OPS-06 what a worker was encoding when it was killed is taken up by another one', async () => {
    const [tag, file] = [await newTitle('Killed while encoding'), await makeFile()]
    await send(tag, file)
    await until('it is being encoded', async () => (await viewTitle(api, tag)).processing?.step === 'encode')
    const other = await servers.start('worker')
    expect((await viewTitle(api, tag)).videoStatus).toBe(VideoStatus.Processing)
    await worker.kill()
    const killed = performance.now()
    worker = other
    await until('it is begun anew', async () => (await tries('titles.video')).includes(1))
    console.info(`taken up ${Math.round((performance.now() - killed) / 1000)} s after kill -9`)
    await whenEncoded(tag)
  })

  /** Three clients read and make titles while it happens; what failed. */
  async function failuresWhile(name: string, happens: () => Promise<void>) {
    const failed = { reads: [] as string[], writes: [] as string[] }
    let calls = 0
    let isOver = false
    const { token } = await api.session.login({ email: demoAccounts.provider.email, password: DEMO_PASSWORD })
    const headers = { authorization: `Bearer ${token}` }
    const read = () =>
      fetch(`${proxy.url}/api/v1/verify`, { headers }).then(async answer => {
        if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      })
    const client = async (nth: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const isWrite = turn % 4 === 3
        await (isWrite ? newTitle(`${name} ${nth} ${turn}`) : read()).then(
          () => (calls += 1),
          (error: Error) => failed[isWrite ? 'writes' : 'reads'].push(String(error.cause ?? error)),
        )
      }
    }
    const clients = [0, 1, 2].map(client)
    await happens()
    isOver = true
    await Promise.all(clients)
    expect(calls).toBeGreaterThan(20)
    return failed
  }

  test('no call of a client fails while every server is restarted, one after the other', async () => {
    const failed = await failuresWhile('Restarted', async () => {
      for (const at of [0, 1] as const) {
        expect(await web[at].stop()).toBe(0)
        web[at] = await startWeb(at)
        await until('the proxy may use it', async () => (await fetch(`${web[at].url}/readyz`)).status === 200)
      }
      expect(await worker.stop()).toBe(0)
      worker = await servers.start('worker')
    })
    expect(failed).toEqual({ reads: [], writes: [] })
  })

  test('no call that may be repeated fails while a web server is killed', async () => {
    const failed = await failuresWhile('Killed', async () => {
      await web[1].kill()
      web[1] = await startWeb(1)
    })
    // One whose answer was lost may have been done: who sends it again does so under the same key.
    expect(failed.reads).toEqual([])
    console.info(`${title}: ${failed.writes.length} writes without an answer`)
  })

  test('OPS-06 nothing is left: no job, no part, no title twice', async () => {
    const isWaiting = `state < 'completed' AND name IN ('titles.video', 'titles.trailer')`
    await until(
      'the queues of titles are empty',
      async () => (await rows(`SELECT FROM pgboss.job WHERE ${isWaiting}`)).length === 0,
    )
    const twice = await rows(`SELECT class_name FROM titles WHERE class_name ~ '^(Killed|Restarted) '
      GROUP BY class_name HAVING count(*) > 1`)
    expect(twice).toEqual([])
    expect(await servers.partsLeft()).toEqual([])
  })

  async function rows(query: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: servers.databaseUrl })
    await client.connect()
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end()
    }
  }
  /** How often the jobs that are worked on were begun before; those of a dead server have no sign of life. */
  const tries = async (queue: string) =>
    (
      await rows(`SELECT retry_count FROM pgboss.job WHERE name = '${queue}' AND state = 'active'
        AND coalesce(heartbeat_on, started_on) > now() - interval '10 seconds'`)
    ).map(row => row.retry_count)
})
