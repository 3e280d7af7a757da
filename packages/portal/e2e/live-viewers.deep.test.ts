import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventType, newEvent, TitleStatus } from '@kinora/core'
import { and, arrayContains, eq } from 'drizzle-orm'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { startSites } from '../../../examples/site/server.ts'
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.ts'
import { patience, until } from '../../../scripts/patience.ts'
import { createFfmpegMedia } from '../../server/src/adapters/media-ffmpeg/index.ts'
import { eventsTable } from '../../server/src/events/tables.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { createChildren, type StartedChild } from '../../server/test/child.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import { startSender, type TestSender } from '../../server/test/media/sender.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { apiAs } from './addresses.ts'

const tenantId = 'pulsehouse'
/** Seconds of the clip, whose picture is one shade brighter with each. */
const LENGTH = 40
const SHADE = (5 * 255) / 219
/** Seconds of the longest segment: of the ladder, and of what is sent. */
const SEGMENT = 6

const folder = mkdtempSync(join(tmpdir(), 'kinora-viewers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')
const start = await createChildren('tenant', dataDir)
let browser: Browser
let port: number
let clip: string
/** Of the tenant's site. */
let keys: { accessKey: string; secretKey: string }
let sender: TestSender | undefined
afterAll(() => browser?.close())
afterAll(() => sender?.kill())

beforeAll(async () => {
  port = await freePort()
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags],
    timeout: patience,
  })
  const shades = `geq=lum='16+5*floor(T)':cb=128:cr=128`
  const extra = ['-vf', shades, '-g', '12', '-bf', '0']
  clip = await makeClip(join(folder, 'clip.mp4'), { seconds: LENGTH, size: '320x180', rate: '12', extra })
  const targetFolder = join(folder, 'ladder')
  await (await createFfmpegMedia())!.ladder({ source: clip, targetFolder })
  const { deps, close, url } = await startSeededPlatform({ dataDir, port: 0, logLevel: 'silent' })
  const { tenants } = await apiAs(url, 'admin')
  keys = (await tenants.generateKeys({ id: tenantId })).keys!
  await tenants.update({ tenantId, connect: 'both' })
  await deps.blobs.adopt('streams/viewers/1/', targetFolder)
  const ofSite = and(
    eq(titlesTable.status, TitleStatus.Published),
    arrayContains(titlesTable.tenants, [tenantId]),
  )
  const [found] = await deps.db.select().from(titlesTable).where(ofSite).limit(1)
  const contentId = found!.tag
  const stream = { streamKey: 'streams/viewers/1' }
  await deps.db.update(titlesTable).set(stream).where(eq(titlesTable.tag, contentId))
  const facts = { ...newEvent, tenantId, durationSecond: 3600, active: true, activatedOnce: true }
  const schedule_time = new Date(Date.now() - 10_000).toISOString()
  await deps.db.insert(eventsTable).values([
    { ...facts, eventId: 'simulated', title: 'Hills', type: EventType.Simulated, contentId, schedule_time },
    {
      ...{ ...facts, eventId: 'sent', title: 'Spin', type: EventType.Live, eventSource: 'platform' },
      ...{ eventKey: 'key-of-viewers', description: 'Ride along.', instructor: 'Nina Vogt', schedule_time },
    },
  ])
  await close()
})

/** A port that nobody has: players come back to the address that they know. */
const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = server.address() as { port: number }
      server.close(() => resolve(found))
    })
  })

const startServer = () => start({ PORT: String(port), KINORA_RTMP_PORT: '0', KINORA_DEMO_CLIPS: 'off' })

async function send({ api }: StartedChild): Promise<void> {
  await sender?.ended
  const { broadcast } = await api.live.view({ eventId: 'sent' })
  sender = startSender(clip, `${broadcast!.address}/key-of-viewers`)
}

async function watch(sites: string, title: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await page.goto(`${sites}/${tenantId}/schedule`)
  await page.getByRole('listitem').filter({ hasText: title }).getByRole('link', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  return page
}

/** The second of the clip that stands on each page at one moment. */
const secondsOf = (pages: readonly Page[]): Promise<number[]> =>
  Promise.all(
    pages.map(async page => {
      const brightness = await page.locator('video').evaluate(element => {
        const canvas = document.createElement('canvas')
        const context = canvas.getContext('2d')!
        context.drawImage(element as HTMLVideoElement, 0, 0, 8, 8)
        return context.getImageData(4, 4, 1, 1).data[1]!
      })
      return Math.round(brightness / SHADE)
    }),
  )

const apart = (one: number, other: number): number => {
  const between = Math.abs(one - other)
  return Math.min(between, LENGTH - between)
}

/** Both come within a segment of each other, play on, and still are: who was held up catches up. */
async function expectTogether(pages: readonly Page[]): Promise<void> {
  const played = () =>
    Promise.all(
      pages.map(page => page.locator('video').evaluate(video => (video as HTMLVideoElement).currentTime)),
    )
  const together = () =>
    until('both see the same', async () => {
      const [one, other] = await secondsOf(pages)
      return apart(one!, other!) <= SEGMENT
    })
  await together()
  const before = await played()
  await until('both have played on', async () =>
    (await played()).every((second, nth) => second > before[nth]! + 5),
  )
  await together()
}

describe('LIVE-05, LIVE-06 two viewers, and the server killed in between', () => {
  test.each(['Hills', 'Spin'])(
    '%s is seen within one segment of each other, before and after',
    async title => {
      let server = await startServer()
      onTestFinished(() => server.kill())
      if (title === 'Spin') await send(server)
      const pages = join(import.meta.dirname, '../../../examples/site/dist')
      const sites = await startSites({ platform: server.url, port: 0, pages, keysOf: async () => keys })
      onTestFinished(() => sites.close())
      const first = await watch(sites.url, title)
      await until('the first sees it', async () => (await secondsOf([first]))[0]! > 0)
      const viewers = [first, await watch(sites.url, title)]
      await expectTogether(viewers)
      await server.kill()
      server = await startServer()
      if (title === 'Spin') await send(server)
      await expectTogether(viewers)
    },
  )
})
