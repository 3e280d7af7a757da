import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TitleStatus, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { apiAs } from './addresses.ts'
import { expectJob } from './anchors.ts'
import { type Counted, counted } from './counted.ts'
import { type Account, hears, makeVideo, setUp } from './portal.ts'

const kit = setUp()

const begin = async (account: Account): Promise<Counted> => counted((await kit.fresh(account)).page)
const link = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const file = (name: string) => makeVideo(join(kit.folder(), name), { seconds: 1 })

/** A cell of the sheet by its column. */
async function cellOf(page: Page, row: number, header: string): Promise<Locator> {
  const headers = page.getByRole('columnheader')
  await headers.first().waitFor()
  const column = (await headers.allTextContents()).indexOf(header)
  expect(column, header).toBeGreaterThanOrEqual(0)
  return page.locator(`[data-cell="${row}:${column}"]`)
}

const first = {
  ...{ Category: 'Strength', 'Video language': 'en-GB', 'Skill level': '4', Intensity: '6' },
  Equipment: 'Kettlebell',
}
const channels = { tenant: 'Pulse House Originals', provider: 'Ironside Strength' } as const

/** Drops into the sheet what somebody knows of one class. */
async function describeClass(job: Counted, row: number, words: Record<string, string>): Promise<void> {
  for (const [header, value] of Object.entries(words))
    await job.fillCell(await cellOf(job.page, row, header), value)
}

const publishedInSheet = (page: Page, count: number) =>
  page
    .getByRole('region', { name: 'Progress' })
    .getByText(new RegExp(`\\b${count} published`))
    .waitFor()

describe('28.6 §1 from files to published', () => {
  test.each(['tenant', 'provider'] as const)('%s: one class, and the next one', async account => {
    const job = await begin(account)
    const { page } = job
    const ids = account === 'tenant' ? ['1a', '1b'] : ['P1a', 'P1b']
    await job.click(link(page, 'New classes'))
    await job.choose(button(page, 'Choose files'), file(`First of ${account}.mp4`))
    await (await cellOf(page, 0, 'Title')).getByText(`First of ${account}`).waitFor()
    const words = { Description: 'Slow down.', ...first, Channel: channels[account] }
    await describeClass(job, 0, words)
    await job.click(button(page, 'Publish all when ready'))
    await publishedInSheet(page, 1)
    expectJob(ids[0]!, job.tally())

    const { href } = new URL('/', page.url())
    await page.goto(href)
    const next = await counted(page)
    await next.click(link(page, 'New classes'))
    await next.choose(button(page, 'Choose files'), file(`Next of ${account}.mp4`))
    await page.getByText(`Next of ${account}`).first().waitFor()
    await next.fillCell(await cellOf(page, 1, 'Description'), 'And again.')
    await next.click(button(page, 'Publish all when ready'))
    await publishedInSheet(page, 2)
    expectJob(ids[1]!, next.tally())
  })

  test('five files of a folder are all sent, described and published', async () => {
    const job = await begin('tenant')
    const { page } = job
    const names = [1, 2, 3, 4, 5].map(nth => `Class ${nth} of five`)
    await job.click(link(page, 'New classes'))
    await job.choose(
      button(page, 'Choose files'),
      names.map(name => file(`${name}.mp4`)),
    )
    for (const name of names) await page.getByText(name).first().waitFor()
    await describeClass(job, 0, { ...first, Channel: channels.tenant })
    await job.click(await cellOf(page, 0, 'Category'))
    await job.click(await cellOf(page, 4, 'Equipment'), { modifiers: ['Shift'] })
    await job.click(button(page, 'Fill down'))
    for (const [row, name] of names.entries())
      await job.fillCell(await cellOf(page, row, 'Description'), `${name}.`)
    await job.click(button(page, 'Publish all when ready'))
    await publishedInSheet(page, 5)
    expectJob('2', job.tally())
  })

  test('a title that failed gets another file and is published', async () => {
    const tag = await makeTitle('Failed on the way')
    const failed = { status: TitleStatus.Error, videoStatus: VideoStatus.Failed }
    await kit
      .platform()
      .deps.db.update(titlesTable)
      .set({ ...failed, errorType: 'processing.unreadable' })
      .where(eq(titlesTable.tag, tag))
    const job = await begin('tenant')
    const { page } = job
    await job.click(link(page, 'Failed on the way'))
    await job.choose(button(page, 'Upload again'), file('Whole.mp4'))
    await button(page, 'Upload again').waitFor({ state: 'detached' })
    // A file this small may be ready by now.
    await job.click(page.getByRole('button', { name: /^Publish( when ready)?$/ }).last())
    await expectPublished(tag)
    expectJob('3', job.tally())
  })
})

describe('28.6 §2 the library', () => {
  test('category and labels of twenty titles', async () => {
    const names = Array.from({ length: 20 }, (_, nth) => `Spring ${nth + 1}`)
    const tags: string[] = []
    for (const name of names) tags.push(await makeTitle(name))
    const job = await begin('tenant')
    const { page } = job
    await job.click(link(page, 'Open content titles'))
    await job.fill(page.getByRole('searchbox', { name: 'Search titles' }), 'Spring')
    await page.getByText(/^20 titles/).waitFor()
    await job.click(page.getByRole('checkbox', { name: 'Select all on this page' }))
    await job.click(
      page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Edit in sheet' }),
    )
    await page.getByText('Spring 20', { exact: true }).first().waitFor()
    for (const [header, value] of [
      ['Category', 'Yoga'],
      ['Labels', 'Beginner friendly'],
    ] as const) {
      const cell = await cellOf(page, 0, header)
      await job.fillCell(cell, value)
      await page.keyboard.press('ArrowUp')
      await job.click(button(page, 'Fill down'))
    }
    await job.click(button(page, 'Save 20 titles'))
    const api = await apiAs(kit.url(), 'tenant')
    await expect
      .poll(async () => (await api.titles.find({ titleTags: tags })).data.map(({ labelIds }) => labelIds))
      .toEqual(tags.map(() => ['label-beginner']))
    expectJob('4', job.tally())
  })

  test('captions are added to a class, and its video is replaced', async () => {
    const tag = await makeTitle('Spoken class')
    const { page } = await kit.fresh('tenant', { at: `/media/contentTitles/edit/${tag}` })
    await page.locator('input[type=file][accept=".mp4"]').first().setInputFiles(file('First take.mp4'))
    await page.getByText('Ready to publish').first().waitFor()
    await page.goto(kit.url())
    const job = await counted(page)
    await job.click(link(page, 'Open content titles'))
    await job.fill(page.getByRole('searchbox', { name: 'Search titles' }), 'Spoken class')
    await job.click(page.locator('a.kn-cell-name', { hasText: 'Spoken class' }))
    const vtt = join(kit.folder(), 'spoken.vtt')
    writeFileSync(vtt, 'WEBVTT\n\n00:00.000 --> 00:00.900\nHello\n')
    await job.click(button(page, 'Add captions'))
    await job.choose(page.getByRole('dialog').getByRole('button', { name: /^Choose a file/ }), vtt)
    await page.getByRole('dialog').getByText('1 caption, until').waitFor()
    await job.click(button(page, 'Save captions'))
    await hears(page, 'English (United Kingdom) captions saved')
    await job.choose(
      page.getByRole('main').getByRole('button', { name: /^Choose a video/ }),
      file('Second take.mp4'),
    )
    const api = await apiAs(kit.url(), 'tenant')
    await expect
      .poll(async () => (await api.titles.find({ titleTags: [tag] })).data[0]?.fileName)
      .toBe('Second take.mp4')
    expectJob('5', job.tally())
  })

  test('a provider sees why a class isn’t published', async () => {
    const { titles } = await apiAs(kit.url(), 'provider')
    await titles.create({ className: 'Half described' })
    const job = await begin('provider')
    const { page } = job
    await job.click(link(page, 'Half described'))
    await page.getByRole('heading', { level: 1, name: 'Half described' }).waitFor()
    await page
      .getByRole('link', { name: /Category/ })
      .first()
      .waitFor()
    expectJob('P2', job.tally())
  })
})

/** A complete title of Pulse House that only lacks its file. */
async function makeTitle(className: string): Promise<string> {
  const { titles } = await apiAs(kit.url(), 'tenant')
  const { tag } = await titles.create({
    ...{ className, classDescription: `${className}.`, classCategoryId: 'strength' },
    ...{ classLanguageCode: 'en-GB', channelId: 'pulse-house-originals', skill: 4, intensity: 6 },
    ...{ equipmentIds: ['equipment-kettlebell'], scheduleDate: '2026-11-20T09:00:00' },
  })
  return tag
}

async function expectPublished(tag: string): Promise<void> {
  const { titles } = await apiAs(kit.url(), 'tenant')
  await expect
    .poll(async () => (await titles.find({ titleTags: [tag] })).data[0]?.status)
    .toBe(TitleStatus.Published)
}
