import { RESTORABLE_DAYS, TitleStatus, toWireDate, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { apiAs } from './addresses.ts'
import { setUp } from './portal.ts'

const kit = setUp()

describe('28.5 home is one steady list', () => {
  test('while something moves its counts are asked once at the first load, and every row has its act', async () => {
    const { db } = kit.platform().deps
    const api = await apiAs(kit.url(), 'tenant')
    const { tag } = await api.titles.create({ className: 'On its way home' })
    onTestFinished(async () => void (await api.titles.remove({ tags: [tag] })))
    await db.update(titlesTable).set({ status: TitleStatus.EncodingQueued }).where(eq(titlesTable.tag, tag))
    const page = await kit.tab('tenant')
    const asked: string[] = []
    const note = (request: { url(): string; postData(): string | null }) => {
      if (!request.url().includes('/virtualclass/search')) return
      const { status = [] } = JSON.parse(request.postData() ?? '{}') as { status?: number[] }
      // What is on its way is asked again each time; nothing else is.
      if (!status.includes(TitleStatus.EncodingQueued)) asked.push(`${request.url()} ${request.postData()}`)
    }
    page.on('request', note)
    onTestFinished(() => void page.off('request', note))
    await page.goto(`${kit.url()}/`)
    await page.getByRole('link', { name: 'Open On its way home' }).waitFor()
    const bands = page.getByRole('main').getByRole('heading', { level: 2 })
    const names = await bands.allInnerTexts()
    expect(names).toEqual(expect.arrayContaining(['Needs you', 'On its way', 'This week', 'Newest titles']))
    await page.getByRole('main').locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    expect(asked.length).toBeGreaterThan(5)
    expect(asked).toEqual([...new Set(asked)])
    const rows = page.getByRole('main').locator('.kn-home-row')
    expect(await rows.count()).toBeGreaterThan(0)
    for (const row of await rows.all()) expect(await row.locator('> a.kn-button').count()).toBe(1)
  })

  test.each([
    ['is told while the stream stands', false],
    ['is polled where there is no stream', true],
  ])('HOOK-05 what is on its way %s', async (_, isGone) => {
    const api = await apiAs(kit.url(), 'tenant')
    const { tag } = await api.titles.create({ className: `Told home: ${isGone}` })
    const { db } = kit.platform().deps
    await db.update(titlesTable).set({ status: TitleStatus.EncodingQueued }).where(eq(titlesTable.tag, tag))
    const page = await kit.tab('tenant')
    const stream = '**/api/v1/events/stream*'
    if (isGone) await page.route(stream, route => route.fulfill({ status: 404, json: { status: 404 } }))
    onTestFinished(() => page.unroute(stream))
    const asked = page.waitForRequest(/events\/stream/)
    await page.goto(`${kit.url()}/`)
    const row = page.getByRole('link', { name: `Open Told home: ${isGone}` })
    await row.waitFor()
    await asked
    await api.titles.remove({ tags: [tag] })
    await row.waitFor({ state: 'detached' })
  })

  test('a band that couldn’t be read says so, never that there is nothing, and can be read again', async () => {
    const page = await kit.tab('tenant')
    const failing = '**/api/v1/sitechanges*'
    await page.route(failing, route => route.fulfill({ status: 403, json: { status: 403 } }))
    onTestFinished(() => page.unroute(failing))
    await page.goto(`${kit.url()}/`)
    const band = page.locator('.kn-home-band', {
      has: page.getByRole('heading', { name: 'Next 90 days' }),
    })
    const again = band.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await band.innerText()).not.toContain('No title comes')
    await page.unroute(failing)
    await again.click()
    await again.waitFor({ state: 'detached' })
    expect(await band.locator('.kn-load-failed').count()).toBe(0)
  })

  test('28.1 a title that failed says so, and has the act that helps; one that needs a new file leads to its page', async () => {
    const { db } = kit.platform().deps
    const api = await apiAs(kit.url(), 'tenant')
    const make = async (className: string, fileDigest: string | null) => {
      const { tag } = await api.titles.create({ className })
      onTestFinished(async () => void (await api.titles.remove({ tags: [tag] })))
      await db
        .update(titlesTable)
        .set({ status: TitleStatus.Error, videoStatus: VideoStatus.Failed, fileDigest })
        .where(eq(titlesTable.tag, tag))
      return tag
    }
    const tag = await make('Home: stored', 'd'.repeat(64))
    await make('Home: gone', null)
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/`)
    const named = (name: string) => page.locator('.kn-home-names > li', { hasText: name })
    await named('Home: gone').getByText('Failed: upload again').waitFor()
    expect(
      await named('Home: gone')
        .getByRole('button', { name: /Try again/ })
        .count(),
    ).toBe(0)
    await named('Home: stored').getByText('Failed: try again').waitFor()
    const sent = page.waitForRequest(request => request.url().includes(tag) && request.method() !== 'GET')
    await page.getByRole('button', { name: 'Try again: Home: stored' }).press('Enter')
    await sent
    const isAtFile = () =>
      expect.poll(() => page.evaluate(() => document.activeElement?.id.endsWith('-file'))).toBe(true)
    await page.getByRole('link', { name: 'Upload again: Home: gone' }).click()
    await isAtFile()
    for (const layout of ['', '&layout=covers', '&layout=board']) {
      await page.goto(`${kit.url()}/media/contentTitles?status=5${layout}`)
      await page.getByRole('button', { name: /^Actions for Home: gone/ }).click()
      await page.getByRole('menuitem', { name: 'Upload again' }).click()
      await isAtFile()
    }
  })

  test('28.5 what is stuck on its way stands in the list that its count speaks of', async () => {
    const { db } = kit.platform().deps
    const api = await apiAs(kit.url(), 'tenant')
    const { tag } = await api.titles.create({ className: 'Home: stuck' })
    onTestFinished(async () => void (await api.titles.remove({ tags: [tag] })))
    await db
      .update(titlesTable)
      .set({ status: TitleStatus.EncodingQueued, statusSince: new Date(Date.now() - 2 * 86_400_000) })
      .where(eq(titlesTable.tag, tag))
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/`)
    const band = page.locator('.kn-home-band', {
      has: page.getByRole('heading', { name: 'On its way' }),
    })
    await band.getByRole('link', { name: 'Open Home: stuck' }).waitFor()
    const count = await page.getByRole('link', { name: /^On its way \d+$/ }).innerText()
    const rows = await band.locator('.kn-home-row').count()
    expect(Number(count.replace(/\D/g, ''))).toBe(rows)
    expect(await band.innerText()).not.toContain('Nothing is on its way')
  })

  test('this week: what goes live or is due, and what can’t be restored much longer, the next first', async () => {
    const { db } = kit.platform().deps
    const api = await apiAs(kit.url(), 'tenant')
    const ahead = (days: number) => toWireDate(new Date(Date.now() + days * 86_400_000))
    const make = async (className: string, set: object) => {
      const { tag } = await api.titles.create({ className })
      onTestFinished(async () => void (await api.titles.remove({ tags: [tag] })))
      await db.update(titlesTable).set(set).where(eq(titlesTable.tag, tag))
      return tag
    }
    await make('Week: due', { scheduleDate: ahead(0.02), status: TitleStatus.Completed })
    await make('Week: live', { scheduleDate: ahead(0.01), status: TitleStatus.Published })
    await make('Week: later', { scheduleDate: ahead(9) })
    const gone = await make('Week: gone', { scheduleDate: null })
    await api.titles.remove({ tags: [gone] })
    await db
      .update(titlesTable)
      .set({ deletedAt: new Date(Date.now() - (RESTORABLE_DAYS - 0.03) * 86_400_000) })
      .where(eq(titlesTable.tag, gone))
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/`)
    const band = page.getByRole('main').locator('.kn-home-band', { hasText: 'This week' })
    await band.getByText('Week: due').first().waitFor()
    const words = (await band.locator('.kn-home-row').allInnerTexts()).filter(row => row.includes('Week:'))
    expect(words).toEqual([
      expect.stringMatching(/Week: live[\s\S]*Goes live on sites/),
      expect.stringMatching(/Week: due[\s\S]*not published yet/),
      expect.stringMatching(/Week: gone[\s\S]*can be restored until then/),
    ])
  })

  test('LIVE-03 the next 90 days: what comes to the site and leaves it, and the same by mail every Monday', async () => {
    const { db } = kit.platform().deps
    const api = await apiAs(kit.url(), 'tenant')
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const make = async (className: string, set: object) => {
      const { tag } = await api.titles.create({ className })
      onTestFinished(async () => void (await api.titles.remove({ tags: [tag] })))
      const shown = { status: TitleStatus.Published, tenants: ['pulsehouse'], scheduleDate: null }
      await db
        .update(titlesTable)
        .set({ ...shown, ...set })
        .where(eq(titlesTable.tag, tag))
    }
    // Tomorrow in UTC may be today already where the site is.
    await make('Ahead: leaves', { endDate: day(3) })
    await make('Ahead: comes', { startDate: day(2) })
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/`)
    const band = page.getByRole('main').locator('.kn-home-band', { hasText: 'Next 90 days' })
    const row = (name: string) => band.locator('.kn-home-row', { hasText: name })
    await row('Ahead: comes').getByText('Comes to the site').waitFor()
    await row('Ahead: leaves').getByText('Leaves the site').waitFor()
    expect(await row('Ahead: leaves').getByRole('link').getAttribute('href')).toContain(
      '/media/contentTitles/edit/',
    )
    await band.getByRole('button', { name: 'Mail me this every Monday' }).click()
    await band.getByRole('button', { name: 'Stop the weekly mail' }).click()
    await band.getByRole('button', { name: 'Mail me this every Monday' }).waitFor()
  })

  test('a count leads to the titles that it counts, whatever their states', async () => {
    const { page } = await kit.at('tenant', '/')
    await page.getByRole('link', { name: /titles without a processed file/ }).click()
    await page.waitForURL(/status=0(,|%2C)6/)
  })

  test('the bands are in their places before anything is read', async () => {
    const page = await kit.tab('tenant')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/virtualclass\/search|\/api\/v1\/events/, async route => {
      await held
      await route.continue()
    })
    onTestFinished(() => page.unrouteAll())
    await page.goto(`${kit.url()}/`)
    const bands = page.getByRole('main').locator('.kn-home-band')
    await expect.poll(() => bands.count()).toBe(4)
    const titles = () => bands.getByRole('heading').allInnerTexts()
    const before = await titles()
    release()
    await page.getByRole('main').locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    expect(await titles()).toEqual(before)
  })
})
