import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chooseTenant, goTo, settled, setUp } from './portal.ts'

const kit = setUp()

/** Customer support with its first choice made, on a page that is loaded anew; `told` is a message that goes after seconds. */
async function openAt(tenant: string, path: string, told?: RegExp): Promise<Page> {
  const { page } = await kit.as('support')
  await chooseTenant(page, tenant)
  const isTold = told && page.getByText(told).waitFor()
  await page.goto(kit.url() + path)
  await isTold
  return page
}

const tenantIn = (page: Page) => page.locator('header').getByRole('combobox', { name: 'Tenant' }).innerText()

describe('ROLE-06, ROLE-22, C-15, NAV-10, NAV-59 customer support at /schedule', () => {
  test('is sent home, with the notice, where the chosen tenant has no schedule', async () => {
    const page = await openAt('Nordic Move', '/schedule', /^Nordic Move has no schedule/)
    await page.waitForURL(`${kit.url()}/`)
    // NAV-59, C-68
    await page.goto(`${kit.url()}/admin/report`)
    await page.locator('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('header').getByRole('combobox', { name: 'Tenant' }).count()).toBe(0)
  })

  test('stays where the chosen tenant has one', async () => {
    const page = await openAt('Pulse House', '/schedule')
    await page.getByRole('heading', { level: 1, name: 'Schedule' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/schedule')
    // CHAN-13: publishing begins with the tenant that support acts for.
    await goTo(page, kit.url(), '/tenants/publishing')
    const chosen = page.locator('main').getByRole('combobox', { name: 'Tenant' })
    await expect.poll(() => chosen.innerText()).toContain('Pulse House')
    // NAV-10: without a tenant in its address, the page is that of the chosen one.
    await goTo(page, kit.url(), '/tenants/generalsettings/edit')
    await page.getByRole('heading', { level: 1, name: 'Pulse House' }).waitFor()
  })
})

describe('ROLE-05 another tenant is chosen', () => {
  test('while a form has unsaved changes: it is asked first, and nothing of the form reaches the other tenant', async () => {
    const { page } = await kit.as('support', { at: '/media/labels/add' })
    await chooseTenant(page, 'Pulse House')
    await settled(page)
    const name = page.locator('main').getByRole('textbox').first()
    await name.fill('Slow')
    await chooseTenant(page, 'Oasis Wellness')
    const asking = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await asking.getByRole('button', { name: 'Stay' }).click()
    expect(await tenantIn(page)).toContain('Pulse House')
    expect(await name.inputValue()).toBe('Slow')

    await chooseTenant(page, 'Oasis Wellness')
    await asking.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.poll(() => tenantIn(page)).toContain('Oasis Wellness')
    await settled(page)
    await expect.poll(() => page.locator('main').getByRole('textbox').first().inputValue()).toBe('')
  })
})
