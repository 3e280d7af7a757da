import { mkdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiAs } from './addresses.ts'
import { goToEntry, tabTo } from './keys.ts'
import { makeVideo, settled, setUp } from './portal.ts'

const kit = setUp()

describe('28.6.1 by keyboard alone', () => {
  test('a week is duplicated, with what is refused said first, and taken back, in one’s own time (WCAG 2.2.1)', async () => {
    const api = await apiAs(kit.url(), 'tenant')
    const once = { tenantId: 'pulsehouse', type: 2, schedule_time: '2030-02-05T10:00:00Z' } as const
    await api.events.create({ ...once, title: 'Once by key' })
    const page = (await kit.fresh('tenant', { at: '/schedule?view=calendar&span=week&date=2030-02-05' })).page
    await settled(page)
    const { keyboard } = page
    await goToEntry(page, page.getByRole('button', { name: /^Account menu/ }), 'Stay until dismissed')
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Duplicate this week to…' }))
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByRole('textbox', { name: 'Duplicate to the week of' }))
    await keyboard.press('Control+a')
    await keyboard.type('11 Feb 2030')
    await dialog.getByRole('listitem').filter({ hasText: 'Once by key' }).first().waitFor()
    const act = dialog.getByRole('button', { name: /^Duplicate [1-9]\d* class/ })
    await tabTo(page, act)
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Mon 11 Feb').first().waitFor()
    const copy = page.locator('button.kn-event', { hasText: 'Once by key' })
    await copy.waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Undo' }).last())
    await keyboard.press('Enter')
    await copy.waitFor({ state: 'detached' })
  })

  test('a class begins as a preset that was made of another one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-by-key-'))
    const [first, next] = ['Preset one', 'Preset two'].map(name => makeVideo(join(folder, `${name}.mp4`)))
    const page = (await kit.fresh('tenant', { at: '/media/contentTitles/intake' })).page
    await settled(page)
    const { keyboard } = page
    // Nobody can answer the chooser with handles where there is no window: the one of every browser is asked instead.
    await page.evaluate(() => delete (window as { showOpenFilePicker?: unknown }).showOpenFilePicker)
    const choose = async (file: string) => {
      // Before the focus moves: the browser needs a moment until it hands choosers over.
      const chooser = page.waitForEvent('filechooser')
      await tabTo(page, page.getByRole('button', { name: 'Choose files' }))
      await keyboard.press('Enter')
      await (await chooser).setFiles(file)
    }
    await choose(first!)
    const cell = (row: number, column: number) => page.locator(`[data-cell="${row}:${column}"]`)
    await cell(0, 0).waitFor()
    const headers = await page.locator('.kn-sheet [role=columnheader]').allTextContents()
    const instructor = headers.indexOf('Instructor')
    await tabTo(page, page.locator('.kn-sheet [tabindex="0"]').first())
    await keyboard.press('Control+Home')
    for (let step = 0; step < instructor; step += 1) await keyboard.press('ArrowRight')
    await keyboard.type('Nina Vogt')
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Save as preset' }))
    await keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: 'Name of the preset' })
    await name.waitFor()
    await keyboard.press('Control+a')
    await keyboard.type('Nina’s classes')
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const begin = page.getByRole('combobox', { name: 'New classes begin with' })
    expect(await begin.inputValue()).toBe('preset Nina’s classes')
    await choose(next!)
    await page.locator('.kn-sheet [aria-rowcount="3"], .kn-sheet[aria-rowcount="3"]').waitFor()
    const words = await page.locator('.kn-sheet').innerText()
    expect(words.match(/Nina Vogt/g)).toHaveLength(2)
  })
})

describe('28.1 dropped by the system', () => {
  test('a folder of files, on any page of Media, becomes rows of the sheet; what is no media is left', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'kinora-folder-')), 'September')
    mkdirSync(join(folder, 'Yoga'), { recursive: true })
    makeVideo(join(folder, 'Morning ride.mp4'))
    makeVideo(join(folder, 'Yoga', 'Slow flow.mp4'))
    const page = (await kit.fresh('tenant', { at: '/media/categories' })).page
    await settled(page)
    const devtools = await page.context().newCDPSession(page)
    const data = { items: [], files: [folder], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data })
    await page.waitForURL(/\/media\/contentTitles\/intake/)
    for (const name of ['Morning ride', 'Slow flow'])
      await page.locator('.kn-sheet').getByText(name).first().waitFor()
  })
})
