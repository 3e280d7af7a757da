import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { TitleStatus } from '@kinora/core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import { measured } from '../../../scripts/times.ts'
import { type Listening, listen } from '../../server/src/adapters/listen.ts'
import { createServer } from '../../server/src/server.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { createTestServer, type TestServer } from '../../server/test/harness.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import { makeMedia } from '../../server/test/titles/support.ts'

const tenantId = 'pulsehouse'
/** Seconds of the class. */
const seconds = 240

const page = (link: string) => `<!doctype html><title>Viewer</title><video muted playsinline></video>
<script src="/hls.js"></script><script>
  const hls = new Hls()
  window.failures = []
  hls.on(Hls.Events.ERROR, (_, { fatal, details }) => fatal && window.failures.push(details))
  hls.loadSource(${JSON.stringify(link)})
  hls.attachMedia(document.querySelector('video'))
  hls.on(Hls.Events.MANIFEST_PARSED, () => document.querySelector('video').play())
</script>`

describe('OPS-08 a class of one file a rendition watched in Chromium', () => {
  let server: TestServer
  let browser: Browser
  let http: Listening
  /** Another origin, as a CDN is. */
  let cdn: Listening
  let script: string
  /** Bytes of all files of the stream, and those that were given of them, by where. */
  let size = 0
  const given = { http: 0, cdn: 0 }
  beforeAll(async () => {
    server = await createTestServer()
    // The page comes from no server, so the browser takes the other origin for one of a private network.
    const args = [...chromiumFlags, '--disable-features=LocalNetworkAccessChecks']
    browser = await measured('browser', () =>
      chromium.launch({ executablePath: chromiumPath, args, timeout: patience }),
    )
    const clip = await makeClip(join(server.folder, 'clip.mp4'), { seconds, size: '320x180', rate: '12' })
    const targetFolder = join(server.folder, 'ladder')
    await (await makeMedia()).ladder({ source: clip, targetFolder })
    await server.deps.blobs.adopt('streams/long/1/', targetFolder)
    for await (const file of server.deps.blobs.list('streams/long/1/')) size += file.size
    await server.deps.db.insert(titlesTable).values({
      ...{ tag: 'long', className: 'Long', tenantId, tenants: [tenantId], status: TitleStatus.Published },
      streamKey: 'streams/long/1',
    })
    script = await readFile(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'), 'utf8')
    http = await serve('http')
    cdn = await serve('cdn')
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all([http?.close(0), cdn?.close(0)])
    await server?.close()
  })

  async function serve(name: keyof typeof given): Promise<Listening> {
    const listening = await listen({ host: '127.0.0.1', port: 0 })
    const app = createServer(server.deps)
    listening.answer(async (request, env) => {
      const answer = await app.fetch(request, env)
      if (new URL(request.url).pathname.endsWith('.mp4') && request.method === 'GET')
        given[name] += Number(answer.headers.get('content-length'))
      return answer
    })
    return listening
  }

  async function watch(): Promise<Page> {
    const { streamingLink } = await server
      .api('tenant')
      .titles.streamingLink({ tenant: tenantId, tag: 'long' })
    const viewer = await (await browser.newContext()).newPage()
    await viewer.route('**/viewer', route =>
      route.fulfill({ contentType: 'text/html', body: page(streamingLink) }),
    )
    await viewer.route('**/hls.js', route => route.fulfill({ contentType: 'text/javascript', body: script }))
    await viewer.goto(`${http.url}/viewer`)
    return viewer
  }
  const at = (viewer: Page) =>
    viewer.locator('video').evaluate(video => (video as HTMLVideoElement).currentTime)
  const failures = (viewer: Page) => viewer.evaluate('window.failures')

  async function watchesItsEnd(viewer: Page): Promise<void> {
    await until('it plays', async () => (await at(viewer)) > 0.5)
    const length = await viewer.locator('video').evaluate(video => (video as HTMLVideoElement).duration)
    expect(Math.abs(length - seconds)).toBeLessThan(1)
    await viewer.locator('video').evaluate((video, to) => {
      ;(video as HTMLVideoElement).currentTime = to
    }, seconds - 6)
    await until('it plays there', async () => (await at(viewer)) > seconds - 5)
    expect(await failures(viewer)).toEqual([])
  }

  test('plays, goes near its end, and never fetched what lies between', async () => {
    const viewer = await watch()
    await watchesItsEnd(viewer)
    expect([given.http > 0, given.http < size, given.cdn]).toEqual([true, true, 0])
    await viewer.context().close()
  })

  test('does the same where its bytes come from another origin by signed address', async () => {
    const secret = new TextEncoder().encode('a secret that a CDN may have too')
    server.deps.settings.media = { url: cdn.url, secret }
    given.http = 0
    const viewer = await watch()
    await watchesItsEnd(viewer)
    expect([given.cdn > 0, given.cdn < size, given.http]).toEqual([true, true, 0])
    await viewer.context().close()
  })
})
