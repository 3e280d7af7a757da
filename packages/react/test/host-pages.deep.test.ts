import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import {
  closeOf,
  createGround,
  type Ground,
  type Host,
  LONG,
  listOf,
  react19,
  siteToken,
  strangers,
} from './built-hosts.ts'

/** Whatever else the host has of it, its pages are isolated from all that doesn't say it may be there. */
const isolated = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
}
const host: Host = {
  folder: 'pages',
  dependencies: { vite: '8.4.0', ...react19 },
  build: [['vite', 'build']],
  headers: isolated,
}

let ground: Ground
let url: string
beforeAll(async () => {
  ground = await createGround({ hosts: 1 })
  url = await ground.serve('pages', host)
}, LONG)
afterAll(() => ground?.close(), LONG)

const rowsOf = (place: Page | Locator) => place.getByRole('row').getByRole('link').allInnerTexts()
const tagOf = async (page: Page) => (await listOf(page).getAttribute('href'))!.replace(/^.*tag=/, '')

describe('EMBED-06 pages of hosts', () => {
  test('a token is at most 1 kB', async () => {
    for (const account of ['admin', 'provider', 'tenant', 'support'])
      expect((await ground.tokenOf(account)).length).toBeLessThanOrEqual(1024)
  })

  test('two accounts on one page: each shows its own, and one leaves alone', async () => {
    const opened = await ground.open(`${url}/two-accounts.html`)
    const { page, wrong } = opened
    const [tenant, provider] = ['tenant', 'provider'].map(name => page.getByRole('region', { name }))
    await listOf(tenant!).waitFor()
    await listOf(provider!).waitFor()
    expect(await rowsOf(tenant!)).not.toEqual(await rowsOf(provider!))
    const before = await rowsOf(provider!)
    await tenant!.getByRole('button', { name: 'Leave' }).click()
    await until('the tenant’s list is gone', async () => (await rowsOf(tenant!)).length === 0)
    for (const name of ['Hide', 'Show']) await provider!.getByRole('button', { name }).click()
    await listOf(provider!).waitFor()
    expect(await rowsOf(provider!)).toEqual(before)
    expect(await rowsOf(tenant!)).toEqual([])
    expect(wrong).toEqual([])
    await closeOf(opened)
  })

  test('unmounted in the middle of an upload, it goes on without a word', async () => {
    const clip = await makeClip(join(ground.home, 'class.mp4'), { seconds: 10, size: '1280x720' })
    const opened = await ground.open(`${url}/upload.html`)
    const { page, wrong } = opened
    let letGo = (): void => undefined
    const hidden = new Promise<void>(resolve => {
      letGo = resolve
    })
    let held = 0
    await page.route(/\/api\/v1\/videos\//, async route => {
      if (route.request().method() === 'POST') {
        held += 1
        await hidden
      }
      await route.continue()
    })
    await page.locator('input[type=file]').setInputFiles(clip)
    await until('its first bytes are on their way', () => held > 0)
    await page.getByRole('button', { name: 'Hide' }).click()
    await page.locator('.kn-root').waitFor({ state: 'detached' })
    letGo()
    await page.getByText('class.mp4').waitFor()
    expect(wrong).toEqual([])
    await closeOf(opened)
  })

  test('isolated by COEP and COOP, from right to left, it shows pictures and asks nobody else', async () => {
    const opened = await ground.open(`${url}/class.html?dir=rtl&locale=ar`)
    const { page, wrong, asked } = opened
    await listOf(page).waitFor()
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await until('pictures of another origin are shown', () =>
      page.locator('img').evaluateAll(all => all.some(image => (image as HTMLImageElement).naturalWidth > 1)),
    )
    expect(await page.locator('.kn-root').evaluate(root => getComputedStyle(root).direction)).toBe('rtl')
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isWide)).toBe(false)
    await page.goto(`${url}/class.html?dir=rtl&locale=ar&tag=${await tagOf(page)}`)
    await page.locator('form').first().waitFor()
    expect(await page.evaluate(isWide)).toBe(false)
    expect(strangers(asked, url)).toEqual(['media.example.com'])
    expect(wrong).toEqual([])
    await closeOf(opened)
  })

  test('a page without React: one script tag, and the elements show what the site has', async () => {
    const token = await siteToken(ground)
    const opened = await ground.open('about:blank')
    const { page, wrong, asked } = opened
    await page.route(/account=site/, route => route.fulfill({ body: token, contentType: 'text/plain' }))
    await page.goto(`${url}/plain.html`)
    await page.locator('kinora-grid').getByRole('listitem').first().waitFor()
    await page.locator('kinora-schedule').locator('time').first().waitFor()
    expect(
      await page
        .locator('kinora-grid img')
        .first()
        .evaluate(image => (image as HTMLImageElement).complete),
    ).toBe(true)
    expect(strangers(asked, url)).toEqual(['media.example.com'])
    expect(asked.filter(each => /\.css|react/.test(each))).toEqual([])
    expect(wrong).toEqual([])
    await closeOf(opened)
  })
})

describe('EMBED-06 forced colours', () => {
  /** What stands in the box of an element, with what is drawn around it. */
  async function pictureOf(page: Page, element: Locator): Promise<Buffer> {
    await element.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await element.boundingBox())!
    const clip = { x: Math.max(0, x - 4), y: y - 4, width: width + 8, height: height + 8 }
    return page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  }

  test('the focus, a row that is chosen, a switch and a step of a scale are told without our colours', async () => {
    const opened = await ground.open(`${url}/class.html`, { forcedColors: 'active' })
    const { page, wrong } = opened
    await listOf(page).waitFor()
    const row = page.getByRole('row').nth(1)
    const [box, name] = [row.getByRole('checkbox'), row.getByRole('cell').nth(3)]
    const unfocused = await pictureOf(page, box)
    await box.focus()
    await page.keyboard.press('Shift')
    expect((await pictureOf(page, box)).equals(unfocused)).toBe(false)
    const unchosen = await pictureOf(page, name)
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()
    expect((await pictureOf(page, name)).equals(unchosen)).toBe(false)

    await page.goto(`${url}/class.html?tag=${await tagOf(page)}`)
    const isActive = page.getByRole('switch', { name: 'Active' })
    const track = page.locator('.kn-switch').filter({ has: isActive })
    const on = await pictureOf(page, track)
    await isActive.press('Space')
    expect((await pictureOf(page, track)).equals(on)).toBe(false)
    // Text on a colour that is taken keeps none of the boxes that browsers draw behind it.
    const step = page.locator('.kn-scale-step[data-current]').first()
    expect(await step.evaluate(each => getComputedStyle(each).forcedColorAdjust)).toBe('none')
    expect(wrong).toEqual([])
    await closeOf(opened)
  })
})
