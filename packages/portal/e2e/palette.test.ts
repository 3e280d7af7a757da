import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { apiAs } from './addresses.ts'
import { type Account, setUp } from './portal.ts'

const kit = setUp()
const pulse = { tenantId: 'pulsehouse' }

const search = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'Search and actions' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type(words)
}
const active = (page: Page, words: string) =>
  page.locator('[role=option][data-active-item]', { hasText: words })

describe('28.5 the palette', () => {
  test('finds a row of another noun as one types, under the name of its page, and opens it by Enter', async () => {
    const api = await apiAs(kit.url(), 'tenant')
    const name = 'Zephyr sunrise'
    const { labelId } = await api.labels.create({ ...pulse, name: { 'en-GB': name }, isActive: true })
    onTestFinished(async () => void (await api.labels.remove({ ...pulse, ids: [labelId] })))
    const { page } = await kit.at('tenant', '/')
    await search(page, 'sunrise zeph')
    await active(page, name).waitFor()
    await page.getByRole('group', { name: 'Labels' }).getByRole('option', { name }).waitFor()
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('1 result')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${kit.url()}/media/labels/${labelId}/edit`)
  })

  /** Holds the scripts whose address matches until it is let go. */
  const hold = async (page: Page, address: RegExp) => {
    let letGo = () => {}
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route(address, async route => {
      await held
      await route.continue()
    })
    return () => letGo()
  }

  test.each([
    ['its own', /palette.*\.js/, 1],
    ['the buttons’', /\/commands-.*\.js/, 0],
  ])(
    'what is typed while %s script is on its way is the beginning of the search',
    async (_, script, shown) => {
      const { page } = await kit.at('tenant', '/')
      const letGo = await hold(page, script)
      await page.reload()
      const button = page.getByRole('button', { name: 'Search and actions' })
      await (shown ? button : page.getByRole('navigation').first()).waitFor()
      expect(await button.count()).toBe(shown)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('laa')
      await page.keyboard.press('Backspace')
      expect(await page.getByRole('dialog').count()).toBe(0)
      letGo()
      const box = page.getByRole('dialog').getByRole('combobox')
      await expect.poll(() => box.evaluate(element => element === document.activeElement)).toBe(true)
      await page.keyboard.type('bels')
      expect(await box.inputValue()).toBe('labels')
      await active(page, 'Labels').waitFor()
    },
  )

  test.each([
    ['admin', 'Pulse House', 'Tenants', /\/tenants\/pulsehouse$/],
    ['tenant', 'General settings', 'Pages', /\/siteSettings\/generalSettings$/],
  ] as [Account, string, string, RegExp][])('for %s finds %s', async (account, words, group, address) => {
    const { page } = await kit.at(account, '/')
    await search(page, words)
    await page.getByRole('group', { name: group }).getByRole('option', { name: words }).first().click()
    await page.waitForURL(address)
  })

  test('/ goes to the search of the list, and is a letter where somebody types', async () => {
    const { page } = await kit.at('tenant', '/media/labels')
    await page.getByRole('button', { name: 'Search and actions' }).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('/')
    const box = page.getByRole('main').getByRole('searchbox')
    await expect.poll(() => box.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.type('a/b')
    expect(await box.inputValue()).toBe('a/b')
    await box.fill('')
  })
})

describe('28.5 the palette finds settings by the words on the screen', () => {
  /** The field, or what holds it where it may only be read. */
  const isAt = (page: Page, field: string) =>
    page.locator(`[id$="-${field}"]:focus, .kn-field:focus:has([id$="-${field}"])`).waitFor()

  test.each([
    ['tenant', 'time zone', 'Time zone', 'timeZoneInfo.offsetName'],
    ['tenant', 'marketing consent', 'Marketing consent', 'isMarketingConsent'],
    ['tenant', 'language switcher', 'Language switcher', 'isLanguageSwitcher'],
    ['tenant', 'contact e', 'Contact e-mail', 'contactEmail'],
    ['tenant', 'light logo', 'Light: Logo', 'light.logoUrl'],
    ['tenant', 'instagram', 'Instagram', 'Instagram.httpLink'],
  ] as [Account, string, string, string][])(
    '%s finds %s and is at its field',
    async (account, words, name, field) => {
      const { page } = await kit.at(account, '/')
      await search(page, words)
      await page.getByRole('group', { name: 'Settings' }).getByRole('option', { name }).first().click()
      await isAt(page, field)
    },
  )

  test('an administrator chooses the tenant first, and is at the field then', async () => {
    const { page } = await kit.at('admin', '/')
    await search(page, 'time zone')
    await page.getByRole('group', { name: 'Settings' }).getByRole('option', { name: 'Time zone' }).click()
    await page.getByRole('main').getByRole('combobox').first().click()
    await page.getByRole('option').first().click()
    await isAt(page, 'timeZoneInfo.offsetName')
  })

  /** What isn't a field of the form. */
  const helpers = ['Webhook address', 'Days from today', 'Moment', 'Access key']

  test('every label of a form of settings is found', async () => {
    const { page } = await kit.at('tenant', '/')
    // Forms of one setting have their labels in common, and the palette finds a label wherever one asks it.
    const found = new Set(helpers)
    for (const path of [
      ...['/siteSettings/generalSettings', '/siteSettings/webSettings', '/siteSettings/appSettings'],
      ...['/tenants/generalsettings/edit', '/tenants/websettings', '/tenants/mobilesettings'],
    ]) {
      await page.goto(kit.url() + path)
      await page.getByRole('main').locator('form .kn-field-label').first().waitFor()
      const shown = await page.getByRole('main').locator('form .kn-field-label').allInnerTexts()
      for (const label of shown.map(each => each.replace(/\s*\*$/, '').trim())) {
        if (found.has(label)) continue
        found.add(label)
        await search(page, label)
        await page
          .getByRole('group', { name: 'Settings' })
          .getByRole('option', { name: label })
          .first()
          .waitFor()
        await page.keyboard.press('Escape')
      }
    }
  })
})

/** Fields that take every key for themselves, as editors and grids do. */
const greedy = `<div class="greedy" contenteditable="true">Formatted</div>
  <textarea class="greedy">Text</textarea><select class="greedy"><option>One</option></select>
  <table role="grid"><tbody><tr role="row"><td class="greedy" role="gridcell" tabindex="0">Cell</td></tr></tbody></table>`

describe('28.5 shortcuts with a modifier', () => {
  test('Ctrl+K and Ctrl+S work from fields that take every key, and from a dialog; the focus comes back', async () => {
    const { page } = await kit.as('tenant', { at: '/media/labels/add' })
    await page.getByRole('main').getByRole('textbox').first().fill('Unsaved')
    await page.getByRole('button', { name: 'Search and actions' }).waitFor()
    await page.evaluate(fields => {
      document.querySelector('main form')!.insertAdjacentHTML('beforeend', fields)
      for (const field of document.querySelectorAll('.greedy'))
        field.addEventListener('keydown', event => event.stopPropagation())
    }, greedy)
    const box = page.getByRole('dialog').getByRole('combobox')
    for (const field of await page.locator('.greedy').all()) {
      await field.focus()
      await page.keyboard.press('Control+k')
      await box.waitFor()
      await page.keyboard.press('Escape')
      await box.waitFor({ state: 'detached' })
      await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    }
    const saved = page.waitForResponse(answer => answer.url().endsWith('/v4/portal/label/add'))
    await page.locator('.greedy').first().focus()
    await page.keyboard.press('Control+s')
    const { labelId } = (await (await saved).json()) as { labelId: string }
    await (await apiAs(kit.url(), 'tenant')).labels.remove({ ...pulse, ids: [labelId] })
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search the list').waitFor()
    await page.keyboard.press('Control+k')
    await box.waitFor()
    await page.keyboard.press('Escape')
  })
})
