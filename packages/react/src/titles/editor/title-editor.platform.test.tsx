import { TitleStatus, titles } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../../kernel/kinora.ts'
import { kinoraAs, platformUrl, renderWith } from '../../testing/platform.tsx'
import { findSerious } from '../../ui/testing.tsx'
import { drop, film, image } from '../testing/testing-files.ts'
import { TitleEditor } from './title-editor.tsx'

let kinora: Kinora
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('tenant')
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const stored = async (tag: string) => (await kinora.session.send(titles.find, { titleTags: [tag] })).data[0]

async function pickFirst(name: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option').first().click()
  await userEvent.keyboard('{Escape}')
}

/** Waits for the title's own tag under its name. */
async function tagShown(): Promise<string> {
  const line = page.getByText(/· changed /)
  await expect.element(line).toBeVisible()
  return line.element().textContent!.split(' ')[0]!
}

describe('TITLE-19, TITLE-20 the editor on the real platform', () => {
  test('from a file to a published class that plays', async () => {
    const screen = await renderWith(kinora, <TitleEditor />)
    await expect.element(page.getByRole('button', { name: /^Choose a video/ })).toBeVisible()
    drop('Choose a video', [await film(640, 360, 40)])
    const tag = await tagShown()
    await expect.element(field('Title')).toHaveValue('Morning Flow')

    await field('Description').fill('Wake up slowly.')
    for (const name of ['Video language', 'Category', 'Equipment']) await pickFirst(name)
    await page.getByRole('combobox', { name: 'Channel', exact: true }).click()
    await page.getByRole('option', { name: /^Pulse House Originals/ }).click()
    for (const name of ['Skill level', 'Intensity'])
      await page.getByRole('radiogroup', { name }).getByRole('radio', { name: /^3/ }).click({ force: true })
    await page.getByLabelText('Release date').fill('2026-11-20T09:30')
    await button('Save').click()
    await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])

    await expect.poll(async () => (await stored(tag))?.status).toBe(TitleStatus.Completed)
    await expect.element(page.getByText('11 of 11')).toBeVisible()
    await button('Publish').click()
    await expect.element(page.getByText('Title published')).toBeVisible()
    expect((await stored(tag))?.status).toBe(TitleStatus.Published)

    await page.getByRole('button', { name: /^Play Morning Flow/ }).click()
    const video = screen.container.querySelector('video')!
    await expect.poll(() => video.currentTime).toBeGreaterThan(0.2)
  })

  test('TITLE-12 an own cover is stored and shown', async () => {
    const { tag } = await kinora.session.send(titles.create, { className: 'With a cover' })
    const screen = await renderWith(kinora, <TitleEditor tag={tag} />)
    await expect.element(field('Title')).toHaveValue('With a cover')
    drop('Choose an image', [await image(1280, 720)])
    await button('Save').click()
    await expect.poll(async () => (await stored(tag))?.thumbnailType).toBe('custom')
    const shown = () => [...screen.container.querySelectorAll<HTMLImageElement>('.kn-thumb > img')]
    await expect.poll(() => shown().some(({ naturalWidth }) => naturalWidth > 0)).toBe(true)
    const width = /\/media\/images\/\w{64}\.jpg\?width=\d+$/
    await expect
      .poll(() => shown().map(({ currentSrc }) => currentSrc))
      .toContainEqual(expect.stringMatching(width))
  })

  test('TITLE-21 what the server alone can know comes back to its field', async () => {
    const { tag } = await kinora.session.send(titles.create, { className: 'Refused' })
    await renderWith(kinora, <TitleEditor tag={tag} />)
    await expect.element(field('Title')).toHaveValue('Refused')
    await kinora.session.send(titles.remove, { tags: [tag] })
    await field('Title').fill('Too late')
    await button('Save').click()
    await expect.element(page.getByText('Record not found')).toBeVisible()
  })

  test('C-14 the history shows what was changed, and puts a field back that nobody is changing', async () => {
    const { send } = kinora.session
    const { tag } = await send(titles.create, { className: 'Was so' })
    await send(titles.update, { tag, className: 'Is so', isActive: false })
    await renderWith(kinora, <TitleEditor tag={tag} />)
    await expect.element(field('Title')).toHaveValue('Is so')
    const open = async () => {
      await button('More actions').click()
      await page.getByRole('menuitem', { name: 'History' }).click()
    }
    await field('Title').fill('Being changed')
    await open()
    const panel = page.getByRole('dialog', { name: 'History of Is so' })
    const restore = panel.getByRole('button', { name: /^Restore Title as it was/ })
    await expect.element(restore).toHaveAttribute('aria-disabled', 'true')
    await expect.element(panel.getByText(/^Save or undo your changes/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await field('Title').fill('Is so')
    await open()
    await expect
      .element(panel.getByRole('listitem').first())
      .toMatchTextContent(/Edited.*BeforeWas soAfterIs so/)
    await expect.element(panel.getByRole('listitem').first()).toMatchTextContent(/Active.*BeforeYesAfterNo/)
    expect(await findSerious(document.querySelector('.kn-history-panel')!)).toEqual([])
    await restore.click()
    await expect.element(page.getByText('Earlier values restored')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(field('Title')).toHaveValue('Was so')
    expect((await stored(tag))?.isActive).toBe(false)
  })

  test('C-80 an administrator must say whose title it is', async () => {
    await renderWith(await kinoraAs('admin'), <TitleEditor />)
    await field('Title').fill('Whose')
    await button('Create title').click()
    await page.getByRole('link', { name: 'Required provider' }).click()
    await expect.element(page.getByRole('combobox', { name: 'Provider', exact: true })).toHaveFocus()
    await pickFirst('Provider')
    await button('Create title').click()
    await expect.element(page.getByText('Item saved')).toBeVisible()
  })
})

test('TITLE-30, FAV-01 the star of a title says whether it is a favourite, and changes that', async () => {
  const { tag } = await kinora.session.send(titles.create, { className: 'Starred' })
  await renderWith(kinora, <TitleEditor tag={tag} />)
  const star = page.getByRole('button', { name: 'Favourite', exact: true, pressed: false })
  await star.click()
  await expect.element(page.getByRole('button', { name: 'Favourite', pressed: true })).toBeVisible()
  expect((await stored(tag))?.isFavourite).toBe(true)
})
