import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { TitleStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import { put } from './titles/support.ts'

const clock = createTestClock('2026-11-20T09:20:00.000Z')
const secret = new TextEncoder().encode('a secret that a CDN may have too')
/** Seconds of the class; its bytes are their own positions. */
const duration = 3600
const bytes = Uint8Array.from({ length: 4000 }, (_, at) => at % 251)

let server: TestServer
let cdn: Cdn
let tag: string
beforeAll(async () => {
  server = await createTestServer({
    clock,
    settings: { accessTokenLifetime: 90 * 86_400, playbackLifetime: 14_400 },
  })
  cdn = await startCdn(server)
  server.deps.settings.media = { url: cdn.url, secret }
  const provider = server.api('provider')
  ;({ tag } = await provider.titles.create({ className: 'Plays' }))
  const lines = Array.from({ length: 900 }, (_, nth) => [
    ...['#EXTINF:4.000000,', `#EXT-X-BYTERANGE:4@${400 + 4 * nth}`, 'media.mp4'],
  ])
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4']
  const map = '#EXT-X-MAP:URI="media.mp4",BYTERANGE="400@0"'
  const files = {
    'master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p/index.m3u8\n',
    '720p/index.m3u8': [...head, map, ...lines.flat(), '#EXT-X-ENDLIST', ''].join('\n'),
    '720p/media.mp4': bytes,
    // As they were encoded before.
    '360p/index.m3u8': [...head, '#EXT-X-MAP:URI="init.mp4"', '#EXTINF:4,', '00000.m4s', ''].join('\n'),
    '360p/init.mp4': 'init',
    '360p/00000.m4s': 'segment',
  }
  for (const [path, content] of Object.entries(files))
    await server.deps.blobs.put(
      `streams/${tag}/1/${path}`,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    )
  await put(server, tag, {
    streamKey: `streams/${tag}/1`,
    status: TitleStatus.Published,
    tenants: ['pulsehouse'],
  })
})
afterAll(async () => {
  await cdn?.close()
  await server?.close()
})

const link = async () =>
  (await server.api('tenant').titles.streamingLink({ tenant: 'pulsehouse', tag })).streamingLink
const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers })
const playlist = async (master: string, rendition = '720p') =>
  (await get(master.replace('master.m3u8', `${rendition}/index.m3u8`))).text()
const addressesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/URI="([^"]+)"|^(?!#)(\S+)$/gm)].map(([, uri, line]) => uri ?? line!)),
]
const signed = async (master: string) => addressesIn(await playlist(master))[0]!
const pathOf = (address: string) => address.slice(cdn.url.length)

interface Cdn {
  url: string
  /** What it asked the server for. */
  asked: string[]
  close(): Promise<void>
}

/** A reverse proxy that keeps whole answers by their address for as long as they say, and gives ranges of them. */
async function startCdn({ app }: TestServer): Promise<Cdn> {
  const kept = new Map<string, { until: number; body: Uint8Array<ArrayBuffer>; headers: Headers }>()
  const asked: string[] = []
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const address = pathname + search
    const known = kept.get(address)
    if (known !== undefined && known.until > clock.now().getTime()) return part(known, request)
    asked.push(address)
    const origin = await app.request(address)
    const seconds = Number(/public, max-age=(\d+)$/.exec(origin.headers.get('cache-control') ?? '')?.[1])
    if (!origin.ok || !(seconds > 0)) return origin
    const found = {
      until: clock.now().getTime() + seconds * 1000,
      body: new Uint8Array(await origin.arrayBuffer()),
      headers: origin.headers,
    }
    kept.set(address, found)
    return part(found, request)
  }
  const part = ({ body, headers }: { body: Uint8Array<ArrayBuffer>; headers: Headers }, request: Request) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '') ?? []
    const some = first === undefined ? body : body.slice(Number(first), Number(last) + 1)
    const shown = { 'access-control-allow-origin': headers.get('access-control-allow-origin') ?? '' }
    return new Response(some, { status: first === undefined ? 200 : 206, headers: shown })
  }
  const http: Server = createServer(getRequestListener(answer))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise(resolve => http.close(() => resolve())),
  }
}

describe('OPS-08 bytes of streams by signed address from a CDN', () => {
  test('playlists come from the server and name addresses there, of both shapes; a cache in front fetches each once', async () => {
    const master = await link()
    expect(await (await get(master)).text()).toContain('\n720p/index.m3u8')
    const answer = await get(master.replace('master.m3u8', '720p/index.m3u8'))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const text = await answer.text()
    const [media, ...others] = addressesIn(text)
    expect(others).toEqual([])
    expect(media).toMatch(/^http:.*\/streams\/[^/]+\/1\/720p\/media\.mp4\?expires=\d+&signature=[\w-]{43}$/)
    expect(text).toContain(`#EXT-X-MAP:URI="${media}",BYTERANGE="400@0"\n`)
    expect(text).toContain(`#EXT-X-BYTERANGE:4@3996\n${media}\n#EXT-X-ENDLIST`)

    const ranged = await fetch(media!, {
      headers: { range: 'bytes=3996-3999', origin: 'https://site.example' },
    })
    expect([ranged.status, ranged.headers.get('access-control-allow-origin')]).toEqual([206, '*'])
    expect(new Uint8Array(await ranged.arrayBuffer())).toEqual(bytes.slice(3996))
    await fetch(media!, { headers: { range: 'bytes=0-9' } })
    // Another viewer within the same hour is given the same address, so that the cache serves both.
    clock.forward(600)
    expect(await signed(await link())).toBe(media)
    await fetch(media!)
    expect(cdn.asked).toEqual([pathOf(media!)])

    const before = addressesIn(await playlist(master, '360p'))
    expect(before.map(address => pathOf(address).split('?')[0])).toEqual([
      ...[`/streams/${tag}/1/360p/init.mp4`, `/streams/${tag}/1/360p/00000.m4s`],
    ])
    expect(await (await fetch(before[1]!)).text()).toBe('segment')
  })

  test('an address is good for twice its class, up to the next full hour, and never longer than its link', async () => {
    const endsOf = async (master: string) => Number(new URL(await signed(master)).searchParams.get('expires'))
    const now = () => clock.now().getTime() / 1000
    const master = await link()
    const left = (await endsOf(master)) - now()
    expect([left >= 2 * duration, left < 2 * duration + 3600, (await endsOf(master)) % 3600]).toEqual([
      ...[true, true, 0],
    ])
    server.deps.settings.playbackLifetime = 1000
    // With its link, on a step that all who opened it within five minutes share.
    const ends = await endsOf(await link())
    expect([ends % 300, now() + 1000 - ends >= 0, now() + 1000 - ends < 300]).toEqual([0, true, true])
    server.deps.settings.playbackLifetime = 14_400

    const address = await signed(master)
    clock.forward(left - 1)
    const last = await get(pathOf(address))
    expect([last.status, last.headers.get('cache-control')]).toEqual([200, 'public, max-age=1'])
    clock.forward(1)
    expect((await get(pathOf(address))).status).toBe(403)
    expect((await fetch(address)).status).toBe(403)
    // A player that was paused for so long asks for the stream again.
    expect((await get(pathOf(await signed(await link())))).status).toBe(200)
  })

  test('a worker at the edge finds the same of it, as the page on streams has it', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/streams.md'), 'utf8')
    const [, source = ''] = /```javascript\n([\s\S]*?)```/.exec(page)!
    const { isSigned } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
      isSigned(address: string, secret: string, now: number): Promise<boolean>
    }
    const address = await signed(await link())
    const now = clock.now().getTime()
    const known = new TextDecoder().decode(secret)
    expect(await isSigned(address, known, now)).toBe(true)
    expect(await isSigned(address.replace('720p', '360p'), known, now)).toBe(false)
    expect(await isSigned(address, `${known}!`, now)).toBe(false)
    expect(await isSigned(address, known, now + 4 * 3_600_000)).toBe(false)
    expect(await isSigned(address.split('?')[0]!, known, now)).toBe(false)
    expect(await isSigned(address.replace(/signature=.*/, 'signature=%25%25'), known, now)).toBe(false)
  })

  test('is bound to its path and end, and can’t be made up', async () => {
    const path = pathOf(await signed(await link()))
    for (const forged of [
      path.replace('/media.mp4', '/index.m3u8'),
      path.replace('/720p/', '/360p/'),
      path.replace(`/${tag}/`, '/other/'),
      path.replace(/expires=\d+/, all => `${all}0`),
      path.replace(/expires=\d+/, 'expires='),
      path.replace(/signature=.*/, 'signature='),
      `${path}A`,
      path.replace('/streams/', '/streams/../uploads/'),
      // A cache would keep one more copy of each spelling.
      path.replace('expires=', 'expires=0'),
      `${path}&more=1`,
      path.replace(/\?(expires=\d+)&(.*)/, '?$2&$1'),
      path.replace('media.mp4', 'media%2Emp4'),
      '/streams/%FF/x?signature=a',
    ]) {
      expect([forged, (await get(forged)).status]).toEqual([
        forged,
        expect.toSatisfy(status => status === 403 || status === 404),
      ])
    }
    const others = { url: cdn.url, secret: new TextEncoder().encode('the secret of another platform !') }
    server.deps.settings.media = others
    expect((await get(path)).status).toBe(403)
    server.deps.settings.media = undefined
    expect((await get(path)).status).toBe(403)
    expect(addressesIn(await playlist(await link()))).toEqual(['media.mp4'])
    server.deps.settings.media = { url: cdn.url, secret }
  })

  test('gives ranges as a store does: one, the last, none; of the file that a player began with', async () => {
    const media = (await link()).replace('master.m3u8', '720p/media.mp4')
    for (const path of [media, pathOf(await signed(await link()))]) {
      const head = await server.app.request(path, { method: 'HEAD' })
      const etag = head.headers.get('etag')!
      expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
        ...[200, '4000', 'bytes'],
      ])
      expect(head.headers.get('content-type')).toBe('video/mp4')
      const asked = async (headers: Record<string, string>) => {
        const answer = await get(path, headers)
        return [answer.status, answer.headers.get('content-range'), (await answer.arrayBuffer()).byteLength]
      }
      expect(await asked({ range: 'bytes=400-403' })).toEqual([206, 'bytes 400-403/4000', 4])
      expect(await asked({ range: 'bytes=-4' })).toEqual([206, 'bytes 3996-3999/4000', 4])
      expect(await asked({ range: 'bytes=4000-' })).toEqual([416, 'bytes */4000', 0])
      expect(await asked({ range: 'bytes=0-3', 'if-range': etag })).toEqual([206, 'bytes 0-3/4000', 4])
      expect(await asked({ range: 'bytes=0-3', 'if-range': '"other"' })).toEqual([200, null, 4000])
      expect(await asked({ 'if-none-match': etag })).toEqual([304, null, 0])
    }
  })

  test('is the same for every page', async () => {
    const path = pathOf(await signed(await link()))
    const answer = await get(path, { origin: 'https://site.example' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect((answer.headers.get('vary') ?? '').toLowerCase()).not.toContain('origin')
  })

  test('OPS-02 one that was cut where it lies is not given', async () => {
    const key = `streams/${tag}/1/720p/media.mp4`
    const path = pathOf(await signed(await link()))
    await server.deps.blobs.put(key, bytes.subarray(0, 3999))
    expect((await get(path, { range: 'bytes=0-3' })).status).toBe(404)
    await server.deps.blobs.put(key, bytes)
    expect((await get(path, { range: 'bytes=0-3' })).status).toBe(206)
  })

  test('once it is withdrawn no playlist comes; once it is deleted the server gives no byte', async () => {
    const master = await link()
    const path = pathOf(await signed(master))
    await put(server, tag, { tenants: [] })
    expect((await get(master.replace('master.m3u8', '720p/index.m3u8'))).status).toBe(403)
    expect((await get(path)).status).toBe(200)
    await server.api('provider').titles.remove({ tags: [tag] })
    expect((await get(path)).status).toBe(403)
  })
})
