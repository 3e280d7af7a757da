import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { connect } from 'node:http2'
import { type RequestOptions, request as secureRequest } from 'node:https'
import { CHUNK_SIZE, contract, createApi, createSend, fixedTokens, limits } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { DEMO_PASSWORD, demoAccounts } from '../src/seed/accounts.ts'
import { type ChildApi, signIn } from './child.ts'
import { freePort } from './cluster.ts'
import { databases } from './database.ts'
import { type Haproxy, hasHaproxy, inHaproxy, startHaproxy } from './haproxy.ts'
import { hasNginx, inNginx, startNginx } from './nginx.ts'
import { createServers, type Servers, type StartedServer } from './servers.ts'
import { hasSwift, inSwift } from './swift.ts'
import { clip, padded, ready, sendFile } from './titles/support.ts'

const draft = { ...ready, imageLink: null }
const isPossible = hasSwift && databases.includes('postgres')
const proxies = [
  {
    title: `HAProxy${inHaproxy}`,
    start: startHaproxy,
    isThere: hasHaproxy,
    callers: ['127.0.0.2', '127.0.0.3'],
  },
  { title: `nginx${inNginx}`, start: startNginx, isThere: hasNginx, callers: ['127.0.0.4', '127.0.0.5'] },
]

describe.skipIf(!isPossible)(`OPS-06 what proxies pass on${inSwift}`, () => {
  let servers: Servers
  let ports: [number, number]
  let web: StartedServer[]
  const startWeb = (port: number) =>
    servers.start('web', { PORT: String(port), KINORA_TRUSTED_PROXIES: '127.0.0.1' })
  beforeAll(async () => {
    servers = await createServers()
    ports = [await freePort(), await freePort()]
    web = await Promise.all(ports.map(startWeb))
  })
  afterAll(() => servers?.stop())

  describe.each(proxies)('$title', ({ start, isThere, callers }) => {
    if (!isThere) return test.skip('nothing to try')
    let proxy: Haproxy
    let api: ChildApi
    let headers: Record<string, string>
    beforeAll(async () => {
      proxy = await start(ports as [number, number])
      api = await signIn(proxy.url, 'provider')
      const account = { email: demoAccounts.provider.email, password: DEMO_PASSWORD }
      headers = { authorization: `Bearer ${(await api.session.login(account)).token}` }
    })
    afterAll(() => proxy?.stop())

    test('a film goes in by whole chunks, and comes out whole and by ranges', async () => {
      const file = padded(await clip(), 2 * CHUNK_SIZE + 1000)
      const { tag } = await api.titles.create(draft)
      expect(await sendFile(api, tag, file)).toMatchObject({ complete: true })
      const film = (range?: string) =>
        fetch(`${proxy.url}/media/raw/${tag}`, { headers: { ...headers, ...(range && { range }) } })
      const whole = await film()
      expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), file)).toBe(0)
      const part = await film(`bytes=${CHUNK_SIZE}-${CHUNK_SIZE + 99}`)
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${CHUNK_SIZE}-${CHUNK_SIZE + 99}/${file.length}`,
      ])
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.slice(CHUNK_SIZE, CHUNK_SIZE + 100))
    })

    test('a film goes in over HTTP/2, as browsers send it', async () => {
      if (proxy.plain === undefined) return
      const client = connect(proxy.url)
      onTestFinished(() => client.close())
      const over2 = async (address: string, init: RequestInit) => {
        const asked = new Request(address, init)
        const { pathname, search } = new URL(address)
        const names = { ':method': asked.method, ':path': pathname + search }
        const stream = client.request({ ...names, ...Object.fromEntries(asked.headers) })
        // What has no body has ended.
        if (asked.body !== null) stream.end(new Uint8Array(await asked.arrayBuffer()))
        const [answered] = await once(stream, 'response')
        const pieces: Buffer[] = []
        for await (const piece of stream) pieces.push(piece)
        return new Response(Buffer.concat(pieces), { status: answered[':status'] })
      }
      const tokens = fixedTokens({ token: headers.authorization!.slice('Bearer '.length) })
      const sender = createApi(contract, createSend({ baseUrl: proxy.url, fetch: over2, tokens, timeout: 0 }))
      const { tag } = await sender.titles.create(draft)
      const file = padded(await clip(), 2 * CHUNK_SIZE + 1000)
      expect(await sendFile(sender, tag, file)).toMatchObject({ complete: true })
      expect(await sender.titles.verify({ tag })).toMatchObject({ isIntact: true })
    })

    test('an event is told when it happens, while its stream goes on', async () => {
      const stream = await fetch(`${proxy.url}/api/v1/events/stream`, { headers })
      expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      const reader = stream.body!.getReader()
      const read = async (word: string) => {
        for (let text = ''; !text.includes(word); ) {
          const { value, done } = await reader.read()
          if (done) throw new Error(`the stream ended before ${word}`)
          text += new TextDecoder().decode(value)
        }
      }
      await read('open')
      const { tag } = await api.titles.create(draft)
      await read(tag)
      await reader.cancel()
    })

    test('the longest address that a client sends is taken', async () => {
      const titleTags = Array.from({ length: limits.filter }, () => crypto.randomUUID())
      expect((await api.titles.find({ titleTags })).data).toEqual([])
    })

    test('who calls is whom the proxy sees, whatever the caller says of itself', async () => {
      const login = (localAddress: string, said: string) =>
        statusOf(proxy.url, '/identity/login', {
          method: 'POST',
          localAddress,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': said },
          body: JSON.stringify({ email: demoAccounts.tenant.email, password: 'a wrong password' }),
        })
      const tries: number[] = []
      for (let nth = 0; nth < 11; nth += 1) tries.push(await login(callers[0]!, `203.0.113.${nth}`))
      expect(tries).toEqual([...Array(10).fill(401), 429])
      expect(await login(callers[1]!, '203.0.113.1')).toBe(401)
    })

    test('who comes without encryption is sent to the encrypted address', async () => {
      if (proxy.plain === undefined) return
      const answer = await fetch(`${proxy.plain}/titles?page=2`, { redirect: 'manual', method: 'POST' })
      expect([answer.status, answer.headers.get('location')]).toEqual([
        308,
        'https://127.0.0.1/titles?page=2',
      ])
    })

    test('figures stay inside', async () => {
      expect((await fetch(`${proxy.url}/metrics`, { headers })).status).toBe(404)
    })

    test('where no server is left the answer is one that clients come back after', async () => {
      onTestFinished(async () => {
        web = await Promise.all(ports.map(startWeb))
      })
      await Promise.all(web.map(each => each.kill()))
      // A kept connection may end with that of the server behind it.
      const refused = await until('the proxy answers', () =>
        fetch(`${proxy.url}/api/v1/verify`, { headers }).catch(() => undefined),
      )
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(refused.headers.get('access-control-allow-origin')).toBe('*')
      expect(await refused.json()).toMatchObject({ status: 503, code: 'server' })
    })
  })
})

/** What `fetch` can't say: from which address it comes. */
function statusOf(
  url: string,
  path: string,
  { body, ...options }: RequestOptions & { body: string },
): Promise<number> {
  const request = url.startsWith('https:') ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { rejectUnauthorized: false, ...options }, answer => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
