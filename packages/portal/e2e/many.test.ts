import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, makeVideo, setUp } from './portal.ts'

const kit = setUp()

const list = '/media/contentTitles'
const openPanel = async (opening = kit.fresh('provider', { at: list })) => {
  const opened = await opening
  await opened.page.getByRole('row').nth(1).waitFor()
  await opened.page.locator('.kn-button').getByText('Upload', { exact: true }).click()
  await opened.page.getByRole('dialog', { name: 'Upload classes' }).waitFor()
  // Without motion, as this page is: a panel that nobody sees counts as visible too.
  await expect
    .poll(() => opened.page.locator('.kn-panel').evaluate(panel => getComputedStyle(panel).opacity))
    .toBe('1')
  return opened
}
const choose = (page: Page, files: string[]) =>
  page.locator('[data-slot=file-input]').first().setInputFiles(files)

/** The uploads of this browser, in the header. */
const inHeader = (page: Page, name: string | RegExp = /^Uploads: /) =>
  page.locator('header').getByRole('button', { name, includeHidden: true })

/** What is sent gets no answer: however slow the machine is, the upload is still going on. */
const holdUploads = (page: Page) =>
  page.route('**/api/v1/videos/**', async route => {
    if (route.request().method() !== 'POST') await route.continue()
  })

describe('VAL-12, UPLOAD-02, UPLOAD-03: several files at once', () => {
  test('six are refused, and nothing is made of them; the first five are tried by key', async () => {
    const { page } = await openPanel(kit.at('provider', list))
    const paths = [1, 2, 3, 4, 5, 6].map(nth => join(kit.folder(), `notes ${nth}.txt`))
    for (const path of paths) writeFileSync(path, 'words')
    let created = 0
    page.on('request', request => {
      if (request.url().endsWith('/api/v1/titles') && request.method() === 'POST') created += 1
    })
    await choose(page, paths)
    await page.getByText('Cannot upload more than 5 files.').waitFor()
    expect(created).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Upload the first 5' }).press('Enter')
    const refused = page.getByRole('alert').getByRole('listitem')
    await expect.poll(() => refused.count()).toBe(5)
    expect(await refused.first().innerText()).toMatch('Allowed only mp4, aac, mp3, m4a type.')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose files')
    expect(created).toBe(0)
  })

  test('two good ones become titles, the bad one says why', async () => {
    const { page } = await openPanel()
    const good = ['Alpha flow.mp4', 'Beta flow.mp4'].map(name =>
      makeVideo(join(kit.folder(), name), { seconds: 1 }),
    )
    const bad = join(kit.folder(), 'not a video.mp4')
    writeFileSync(bad, 'words')
    await choose(page, [...good, bad])
    await page.getByText('not a video.mp4:').waitFor()
    await page.getByText('Allowed only mp4 type.').waitFor()
    await page.getByText('2 files added').waitFor()
    for (const name of ['Alpha flow.mp4', 'Beta flow.mp4'])
      expect(await page.getByRole('link', { name: `Add details to ${name}` }).getAttribute('href')).toMatch(
        /contentTitles\/edit\//,
      )
    await page.keyboard.press('Escape')
    const header = page.getByRole('banner').getByRole('button', { name: 'Uploads: All uploads complete' })
    await header.waitFor()
    const tray = page.getByRole('region', { name: 'Uploads' })
    // It lies over nothing until somebody asks for it.
    await tray.waitFor({ state: 'detached' })
    await header.press('Enter')
    await expect.poll(() => tray.getByRole('listitem').filter({ hasText: 'flow.mp4' }).count()).toBe(2)
  })
})

describe('SESS-15, UPLOAD-19: another tab', () => {
  test('says that an upload goes on elsewhere, and shows nothing else', async () => {
    const { page } = await openPanel()
    await holdUploads(page)
    await choose(page, [makeVideo(join(kit.folder(), 'Slow line.mp4'), { seconds: 1 })])
    await inHeader(page).waitFor()
    const second = await page.context().newPage()
    await second.goto(`${kit.url()}/media/contentTitles`)
    await second.getByText('Content Upload is going on in another Tab. Please Close this tab.').waitFor()
    for (const role of ['table', 'navigation', 'banner', 'button'] as const)
      expect(await second.getByRole(role).count(), role).toBe(0)
    await expectAccessible(second)
    expect(await second.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([
      'Content Upload is going on in another Tab. Please Close this tab.',
    ])
    await second.close()
  })

  test('which has begun unheard: nothing is made of a file', async () => {
    const { page } = await openPanel()
    const other = await page.context().newPage()
    await other.goto(kit.url())
    await other.evaluate(() => {
      void navigator.locks.request('kinora.uploads', () => new Promise(() => undefined))
    })
    let created = 0
    page.on('request', request => {
      if (request.url().endsWith('/api/v1/titles') && request.method() === 'POST') created += 1
    })
    await choose(page, [makeVideo(join(kit.folder(), 'Nobody’s flow.mp4'), { seconds: 1 })])
    await page
      .getByText('Content Upload is going on in another Tab. Please Close this tab.')
      .first()
      .waitFor()
    await other.close()
    await page.getByRole('button', { name: 'Choose files' }).waitFor()
    expect(created).toBe(0)
  })
})

describe('AUTH-11 log out while a file is sent', () => {
  test('asks first; staying keeps it going', async () => {
    const { page } = await openPanel()
    await holdUploads(page)
    await choose(page, [makeVideo(join(kit.folder(), 'Slow way out.mp4'), { seconds: 1 })])
    await inHeader(page).waitFor()
    await page.keyboard.press('Escape')
    const logOut = async () => {
      await page.getByRole('button', { name: /Account menu for/ }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
    }
    await logOut()
    const dialog = page.getByRole('alertdialog', { name: 'Log out while a file uploads?' })
    await dialog.getByRole('button', { name: 'Stay logged in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await logOut()
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
  })
})

describe('ERR-06, C-29: the server is down', () => {
  test('the page says so; once it is back, one press goes on', async () => {
    const { page } = await kit.as('provider')
    await page.route('**/api/v1/verify', route => route.abort())
    await page.reload()
    await page.getByText('Can’t reach the server').waitFor()
    await page.getByText(/^Connection error/).waitFor()
    await page.unroute('**/api/v1/verify')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  })
})

describe('AUTH-13, UPLOAD-24: the token ends during an upload', () => {
  test('it is renewed underneath; the upload ends whole', async () => {
    const { page } = await openPanel()
    await page.evaluate(() => localStorage.setItem('token', 'spoilt'))
    await choose(page, [makeVideo(join(kit.folder(), 'Gamma flow.mp4'), { seconds: 1 })])
    await inHeader(page, 'Uploads: All uploads complete').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe('spoilt')
  })
})
