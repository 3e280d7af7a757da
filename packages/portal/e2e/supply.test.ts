import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { searchOption, tabTo, takeOption } from './keys.ts'
import { goTo, settled, setUp } from './portal.ts'

const kit = setUp()
const picture = (name: string) => join(import.meta.dirname, '../../server/assets/demo', name)
const html = (tag: string) => ({
  name: `terms.${tag}.html`,
  mimeType: 'text/html',
  buffer: Buffer.from(`<h1>Terms ${tag}</h1>`),
})

async function fill(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: true }))
  await page.keyboard.type(words)
}

/** Searches in a picker; one that takes several stays open. */
async function pick(page: Page, label: string, ...names: string[]): Promise<void> {
  await tabTo(page, page.getByRole('combobox', { name: label, exact: true }))
  await page.keyboard.press('Enter')
  for (const name of names) {
    await searchOption(page, name)
    await takeOption(page)
  }
  if (names.length > 1) await page.keyboard.press('Escape')
}

async function press(page: Page, button: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press(key)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('NAV-74, TENANT-01, PROV-01, PROV-13, NAV-50, NAV-51, NAV-54, CHAN-10, CHAN-13, TERMS-02 a customer from nothing, by key alone', () => {
  test('a provider, a channel with its images, a tenant, its terms, and the channel on its site', async () => {
    const { page } = await kit.at('admin', '/providers/add')
    const go = (path: string) => goTo(page, kit.url(), path)
    await fill(page, 'Name', 'Sunrise Studios')
    await fill(page, 'Contact', 'Ana Lopez')
    await fill(page, 'Email', 'ana@sunrise.test')
    await tabTo(page, page.locator('input[type=password]'))
    await page.keyboard.type('Sunrise-1')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${kit.url()}/providers`)
    await press(page, page.getByRole('link', { name: 'Sunrise Studios' }))
    await page.waitForURL(/\/providers\/[^/]+\/edit$/)
    await settled(page)
    await fill(page, 'Contact', 'Ana Lopez Ruiz')
    await press(page, button(page, 'Save'))
    await page.waitForURL(`${kit.url()}/providers`)
    await page.getByText('Ana Lopez Ruiz').first().waitFor()

    await go('/channels/add')
    await fill(page, 'Name', 'Sunrise Flow')
    await pick(page, 'Provider', 'Sunrise')
    await fill(page, 'Display name', 'Sunrise Flow')
    await fill(page, 'Description', 'Morning flows')
    await press(page, page.getByRole('switch', { name: 'Yes' }), 'Space')
    const files = page.locator('input[type=file]')
    await files.nth(0).setInputFiles(picture('channel-1-profile.jpg'))
    await files.nth(1).setInputFiles(picture('channel-1-space.jpg'))
    // Without waiting for the images: the save does.
    await press(page, button(page, 'Create channel'))
    await heading(page, /^Sunrise Flow/)

    await go('/tenants')
    const tabs = page.getByRole('navigation', { name: 'Tenant sections' }).getByRole('link')
    expect(await tabs.allInnerTexts()).toEqual(['Tenants', 'Publishing', 'Site terms'])
    await go('/tenants/generalsettings/add')
    await fill(page, 'Name', 'Acme Yoga')
    await fill(page, 'Customer number', 'K-9')
    await pick(page, 'Time zone', 'Berlin')
    await pick(page, 'Products', 'Web', 'Mobile')
    await pick(page, 'Supported languages', 'United Kingdom', 'Dutch', 'Finnish')
    await tabTo(page, page.getByRole('combobox', { name: 'Default language', exact: true }))
    await page.keyboard.press('Enter')
    await takeOption(page)
    await press(page, button(page, 'Create tenant'))
    await heading(page, 'Acme Yoga')
    expect(new URL(page.url()).pathname).toBe('/tenants/acmeyoga')

    await press(page, page.getByRole('link', { name: 'Site terms' }))
    await heading(page, 'Site terms')
    await page.locator('input[type=file][multiple]').setInputFiles(['en-GB', 'nl-NL', 'fi-FI'].map(html))
    await page.getByText('3 of 3 languages have a file').waitFor()
    await fill(page, 'Title', 'Terms 2026')
    await page.keyboard.press('Enter')
    await page.getByText('Version 1', { exact: true }).waitFor()

    await press(page, page.getByRole('link', { name: 'Publishing' }))
    await heading(page, 'Publishing')
    await press(page, page.getByRole('checkbox', { name: 'Publish: Sunrise Flow' }), 'Space')
    await press(page, button(page, 'Review'))
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('No title arrives at Acme Yoga yet. Those published from now on will.').waitFor()
    await press(page, dialog.getByRole('button', { name: 'Publish 1 change' }))
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Result')
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Publish: Sunrise Flow' }).isChecked())
      .toBe(true)
  })

  test('C-98 the tenant is deleted, found among the deleted ones and restored', async () => {
    const { page } = await kit.at('admin', '/tenants/acmeyoga')
    await press(page, button(page, 'Delete tenant'))
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete tenant' }))
    await heading(page, 'Tenants')
    await press(page, page.getByRole('link', { name: 'Deleted', exact: true }))
    await heading(page, 'Deleted tenants')
    await press(page, button(page, 'Restore Acme Yoga'))
    await page.getByText('“Acme Yoga” restored').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
  })
})

// Categories have theirs in taxonomies.test.ts; app settings are the page of web settings.
const forms = [
  ['a tenant', '/tenants/generalsettings/edit?tenant=pulsehouse'],
  ['web settings', '/tenants/websettings?tenant=pulsehouse'],
] as const

describe('SESS-17, NAV-10 to NAV-12 leaving with unsaved changes asks', () => {
  test.each(forms)('on the form of %s; who stays keeps them, who leaves loses them', async (_, at) => {
    const { page } = await kit.at('admin', at)
    const field = page.locator('main input[type=text]:enabled:not([readonly])').first()
    await field.fill('Words on their way')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Providers' }).first().click()
    await leave()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    expect([page.url(), await field.inputValue()]).toEqual([kit.url() + at, 'Words on their way'])
    await leave()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL('**/providers')
    await page.goto(kit.url() + at)
    await settled(page)
    expect(await field.inputValue()).not.toBe('Words on their way')
  })
})
