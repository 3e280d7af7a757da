import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EventType, newEvent, TitleStatus } from '@kinora/core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import { measured } from '../../../scripts/times.ts'
import { type Listening, listen } from '../../server/src/adapters/listen.ts'
import { eventsTable } from '../../server/src/events/tables.ts'
import { createServer } from '../../server/src/server.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { siteToken } from '../../server/test/contract/calls.ts'
import { createTestServer, type TestServer } from '../../server/test/harness.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import { makeMedia } from '../../server/test/titles/support.ts'

const tenantId = 'pulsehouse'
const eventId = 'watched'
/** A viewer of a site, as docs/site.md has its page play a link: whoever fell behind catches up. */
const page = (link: string) => `<!doctype html><title>Viewer</title><video muted playsinline></video>
<script src="/hls.js"></script><script>
  const video = document.querySelector('video')
  const hls = new Hls({ maxLiveSyncPlaybackRate: 1.5, liveSyncDurationCount: 3, liveMaxLatencyDurationCount: 6 })
  window.lists = []
  window.failures = []
  hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => window.lists.push([details.startSN, details.endSN]))
  hls.on(Hls.Events.ERROR, (_, { fatal, details }) => fatal && window.failures.push(details))
  hls.loadSource(${JSON.stringify(link)})
  hls.attachMedia(video)
  hls.on(Hls.Events.MANIFEST_PARSED, () => video.play())
  window.hls = hls
</script>`

/** What the page's script has; its own types know no `hls`. */
interface Watching {
  hls: { playingDate: Date | null }
  lists: [number, number][]
  failures: string[]
}
const inPage = <T>(viewer: Page, look: (window: Watching) => T): Promise<T> =>
  viewer.evaluate(`(${look})(window)`) as Promise<T>

describe('LIVE-05 a simulated live class watched in Chromium', () => {
  let server: TestServer
  let browser: Browser
  let http: Listening
  let script: string
  let start: number
  beforeAll(async () => {
    server = await createTestServer()
    browser = await measured('browser', () =>
      chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags], timeout: patience }),
    )
    const folder = server.folder
    const clip = await makeClip(join(folder, 'clip.mp4'), { seconds: 240, size: '320x180', rate: '12' })
    const targetFolder = join(folder, 'ladder')
    await (await makeMedia()).ladder({ source: clip, targetFolder })
    await server.deps.blobs.adopt('streams/long/1/', targetFolder)
    await server.deps.db.insert(titlesTable).values({
      ...{ tag: 'long', className: 'Long', tenantId, tenants: [tenantId], status: TitleStatus.Published },
      streamKey: 'streams/long/1',
    })
    const path = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js')
    script = await readFile(path, 'utf8')
    start = Date.now() - 30_000
    await server.deps.db.insert(eventsTable).values({
      ...{ ...newEvent, eventId, tenantId, title: 'Hills', type: EventType.Simulated, contentId: 'long' },
      ...{
        durationSecond: 3600,
        active: true,
        activatedOnce: true,
        schedule_time: new Date(start).toISOString(),
      },
    })
    http = await serve(0)
  })
  afterAll(async () => {
    await browser?.close()
    await http?.close(0)
    await server?.close()
  })

  async function serve(port: number): Promise<Listening> {
    const listening = await listen({ host: '127.0.0.1', port })
    const app = createServer(server.deps)
    listening.answer((request, env) => app.fetch(request, env))
    return listening
  }
  async function watch(): Promise<Page> {
    const token = await siteToken(server)
    const answer = await server.app.request(`/api/v1/site/titles/${eventId}/streaminglink`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { streamingLink } = (await answer.json()) as { streamingLink: string }
    const viewer = await (await browser.newContext()).newPage()
    const html = { contentType: 'text/html', body: page(streamingLink) }
    await viewer.route('**/viewer', route => route.fulfill(html))
    await viewer.route('**/hls.js', route => route.fulfill({ contentType: 'text/javascript', body: script }))
    await viewer.goto(`${http.url}/viewer`)
    return viewer
  }
  /** How far the class is that a viewer sees, in seconds behind the clock of the wall. */
  const behind = (viewer: Page): Promise<number> =>
    inPage(viewer, ({ hls }) => (Date.now() - Number(hls.playingDate)) / 1000)
  const sequence = async (viewer: Page): Promise<number> =>
    (await inPage(viewer, ({ lists }) => lists)).at(-1)?.[0] ?? -1
  const playing = (viewer: Page) =>
    until('it plays', () =>
      viewer.evaluate(`hls.playingDate !== null && document.querySelector('video').currentTime > 0`),
    )

  test('two viewers, one late, are within a segment of each other; a restarted server goes on with its numbers', async () => {
    const first = await watch()
    await playing(first)
    const joined = await sequence(first)
    await until('the list slides', async () => (await sequence(first)) > joined)
    const late = await watch()
    await playing(late)
    const near = async () => {
      const [one, other] = await Promise.all([behind(first), behind(late)])
      return Math.abs(one - other) < 4 && Math.max(Math.abs(one), Math.abs(other)) < 8
    }
    await until('both see the same second', near)
    const { port } = new URL(http.url)
    await http.close(0)
    http = await serve(Number(port))
    const before = await sequence(first)
    await until('the list slides on', async () => (await sequence(first)) > before + 1)
    await until('both still see the same second', near)
    for (const viewer of [first, late]) {
      const lists = await inPage(viewer, window => window.lists)
      const starts = lists.map(([begin]) => begin)
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      expect(await inPage(viewer, window => window.failures)).toEqual([])
    }
  })
})
