import { type Title, titles } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../../kernel/kinora.ts'
import { kinoraAs, platformUrl, renderWith } from '../../testing/platform.tsx'
import { newTitle } from '../../testing/uploads.ts'
import { findSerious } from '../../ui/testing.tsx'
import { TitleEditor } from './title-editor.tsx'

let kinora: Kinora
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('tenant')
})

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const stored = async (tag: string) => (await kinora.session.send(titles.find, { titleTags: [tag] })).data[0]!

async function openHistory(name: string) {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  return page.getByRole('dialog', { name: `History of ${name}` })
}

describe('EMBED-02 fields of the title editor', () => {
  test('the history shows nothing of a hidden field, and restores only what can be changed here', async () => {
    const tag = await newTitle(kinora, 'Was so')
    const secret = `Secret ${crypto.randomUUID()}`
    await kinora.session.send(titles.update, { tag, className: 'Is so', instructor: secret })
    await kinora.session.send(titles.update, { tag, classDescription: 'Free to change' })
    await renderWith(
      kinora,
      <TitleEditor tag={tag} fields={{ instructor: 'hidden', className: 'readOnly' }} />,
    )
    await expect.element(field('Title')).toHaveValue('Is so')
    const panel = await openHistory('Is so')
    await expect.element(panel.getByText('Free to change')).toBeVisible()
    // What can only be read is shown, without the way back.
    await expect.element(panel.getByText('Was so').first()).toBeVisible()
    expect(panel.getByText(secret).query()).toBeNull()
    expect(panel.getByRole('button', { name: /^Restore (Title|Instructor) as it was/ }).query()).toBeNull()
    expect(panel.getByRole('button', { name: /^Restore all/ }).query()).toBeNull()
    expect(await findSerious(document.querySelector('.kn-history-panel')!)).toEqual([])
    await panel.getByRole('button', { name: /^Restore Description as it was/ }).click()
    await expect.poll(async () => (await stored(tag)).classDescription).toBe('')
    expect(await stored(tag)).toMatchObject({ className: 'Is so', instructor: secret })
    await userEvent.keyboard('{Escape}')
  })

  test('a hidden field that somebody else has changed keeps their value', async () => {
    const tag = await newTitle(kinora, 'Two people')
    await renderWith(kinora, <TitleEditor tag={tag} fields={{ instructor: 'hidden' }} />)
    await expect.element(field('Title')).toHaveValue('Two people')
    await field('Description').fill('From here')
    await kinora.session.send(titles.update, { tag, instructor: 'From elsewhere' })
    await save().click()
    await expect.poll(async () => (await stored(tag)).classDescription).toBe('From here')
    expect((await stored(tag)).instructor).toBe('From elsewhere')
  })

  test('C-80 an administrator whose host hides the provider is told in words that it is missing', async () => {
    await renderWith(await kinoraAs('admin'), <TitleEditor fields={{ providerId: 'hidden' }} />)
    await field('Title').fill('Whose')
    await page.getByRole('button', { name: 'Create title' }).click()
    const summary = page.getByRole('group', { name: 'Review these fields' })
    await expect.element(summary).toMatchTextContent('Required provider')
    expect(summary.getByRole('link').query()).toBeNull()
  })

  test('the host hears of what was saved, as it is stored', async () => {
    const saved: Title[] = []
    const tag = await newTitle(kinora, 'Heard')
    await renderWith(
      kinora,
      <TitleEditor tag={tag} fields={{ endDate: 'hidden' }} onSaved={title => saved.push(title)} />,
    )
    await field('Title').fill('Heard of')
    await save().click()
    await expect.poll(() => saved.map(({ className }) => className)).toEqual(['Heard of'])
    expect(saved[0]).toMatchObject({ tag, endDate: null })
  })

  test('a switch that may only be read can’t be turned, and says so', async () => {
    const tag = await newTitle(kinora, 'Switch')
    await renderWith(kinora, <TitleEditor tag={tag} fields={{ IsAutoPublish: 'readOnly' }} />)
    const control = page.getByRole('switch', { name: 'Publish automatically' })
    await expect.element(control).toBeDisabled()
    await expect.element(control).toHaveAccessibleDescription(/^Read only/)
  })
})
