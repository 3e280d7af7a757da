import { createHash } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hears, makeVideo, type OpenPage, setUp } from './portal.ts'

const kit = setUp()

const newTitle = '/media/contentTitles/add'
const openNew = async (opening: Promise<OpenPage>) => {
  const opened = await opening
  await opened.page.getByLabel('Title', { exact: false }).first().waitFor()
  return opened
}
const videoInput = (page: Page) => page.locator('input[type=file][accept*="mp4"]').first()
const pick = async (page: Page, label: string | RegExp, option?: string) => {
  await page.getByLabel(label).first().click()
  const choice = option ? page.getByRole('option', { name: option }) : page.getByRole('option')
  await choice.first().click()
  await page.keyboard.press('Escape')
}

describe('UPLOAD-15, UPLOAD-16, TITLE-19, TITLE-20: a class from a file to published and playing, in the portal', () => {
  test('drop a file, watch it go through its states, fill the form, publish, play', async () => {
    const path = makeVideo(join(kit.folder(), 'Evening stretch.mp4'), { size: '1280x720', seconds: 4 })
    const { page, complaints } = await openNew(kit.fresh('provider', { at: newTitle }))
    await videoInput(page).setInputFiles(path)
    await page.waitForURL(/contentTitles\/edit\//)
    const tag = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
    const uploads = page.getByRole('button', { name: /^Uploads: / })
    await uploads.click()
    await page.locator('.kn-upload-words', { hasText: 'File ready' }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByLabel('Description').first().fill('Slow down after a long day.')
    await pick(page, /^Category/)
    await pick(page, /^Video language/, 'English (United Kingdom)')
    await pick(page, /^Equipment/)
    await pick(page, /^Channel/, 'Ironside Strength')
    await page.getByRole('radiogroup', { name: /Skill/ }).getByRole('radio').nth(2).check({ force: true })
    await page
      .getByRole('radiogroup', { name: /Intensity/ })
      .getByRole('radio')
      .nth(3)
      .check({ force: true })
    await page
      .getByLabel(/^Release date/)
      .first()
      .fill('2026-11-20T09:30')
    await page.getByRole('button', { name: 'Publish' }).first().click()
    await hears(page, 'Title published')

    const video = page.locator('video').first()
    await page.getByRole('button', { name: /^Play Evening stretch/ }).click()
    await video.waitFor()
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0.3)

    const stored = await kit.platform().deps.blobs.read(await storedKey(tag))
    const digest = createHash('sha256')
      .update(Buffer.from(await new Response(stored).arrayBuffer()))
      .digest('hex')
    expect(digest).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'))
    expect(complaints).toEqual([])
  })
})

/** The blob that holds the title's uploaded file. */
async function storedKey(tag: string): Promise<string> {
  const found = await kit
    .platform()
    .deps.db.execute(
      `select blob_key from uploads where title_tag = '${tag}' and role = 'video' order by created_at desc limit 1`,
    )
  const rows = (found as unknown as { rows: { blob_key: string }[] }).rows
  return rows[0]!.blob_key
}

describe('UPLOAD-26, VAL-10 to VAL-14: wrong files are refused with their text, and no byte is sent', () => {
  const files: [string, string, (path: string) => void][] = [
    ['VAL-13 4:3', 'square.mp4', path => void makeVideo(path, { size: '320x240', seconds: 1 })],
    [
      'VAL-14 a picture called .mp4',
      'picture.mp4',
      path => writeFileSync(path, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    ],
    [
      'VAL-18 a truncated file',
      'cut.mp4',
      path => {
        makeVideo(path, { seconds: 2 })
        truncateSync(path, 20_000)
      },
    ],
    ['VAL-18 an empty file', 'empty.mp4', path => writeFileSync(path, '')],
    ['VAL-10 forbidden characters', 'a&b.mp4', path => void makeVideo(path, { seconds: 1 })],
  ]
  const texts = [
    'Upload a video that has an aspect ratio of 16:9, eg 1920 x 1080.',
    'Allowed only mp4 type.',
    'Error: Data is in invalid format. Please correct the file and try again.',
    'Error: Data is in invalid format. Please correct the file and try again.',
    'File name should not contain special characters',
  ]
  test.each(files.map((file, index) => [...file, texts[index]!] as const))(
    '%s',
    async (_name, fileName, make, text) => {
      const path = join(kit.folder(), fileName)
      make(path)
      const { page } = await openNew(kit.at('provider', newTitle))
      let sent = 0
      page.on('request', request => {
        if (request.url().includes('/api/v1/videos/') && request.method() !== 'GET') sent += 1
      })
      await videoInput(page).setInputFiles(path)
      await page.getByText(text).first().waitFor()
      expect(sent).toBe(0)
    },
  )
})

describe('PLAY-01 to PLAY-04, NAV-72: playback data, in the portal', () => {
  test('a file is uploaded, what is wrong stands by line, a commit counts the rest once, and a reload shows the same', async () => {
    const good = { tenantId: 'pulsehouse', eventId: 'e1', userId: 'ana', startedAt: '2026-11-20T09:00:00Z' }
    const records = [
      { ...good, secondsWatched: 60 },
      { ...good, secondsWatched: -1 },
    ]
    const path = join(kit.folder(), 'plays.json')
    writeFileSync(path, records.map(record => JSON.stringify(record)).join('\n'))
    const { page, complaints } = await kit.as('admin', { at: '/admin' })
    await page.getByRole('link', { name: 'Upload playback data' }).click()
    await page.locator('input[type=file]').setInputFiles(path)
    await page.getByText('1 record has a problem and won’t count. The others will.').waitFor()
    await page.getByRole('row', { name: /^2 secondsWatched/ }).waitFor()
    await page.getByRole('button', { name: 'Commit 1 record' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Commit 1 record' }).click()
    await page.getByText('1 record counts in the numbers.').waitFor()
    await page.reload()
    await page.getByText('1 record counts in the numbers.').waitFor()
    expect(await page.getByRole('button', { name: /^(Commit|Cancel)/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Admin' }).first().click()
    await page.getByRole('button', { name: 'Recount' }).click()
    await page
      .getByText(/^The numbers are right\. Records: [\d,]+\. Totals by title, tenant and day: [\d,]+\.$/)
      .waitFor()
    expect(complaints).toEqual([])
  })
})
