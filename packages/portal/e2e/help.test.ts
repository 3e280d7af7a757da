import { describe, expect, onTestFinished, test } from 'vitest'
import { goInside, setUp } from './portal.ts'

const kit = setUp()

describe('28.5 help in the portal', () => {
  test('leads from a page to its help, is searched, and goes back to the page it names', async () => {
    const { page } = await kit.at('tenant', '/media/labels')
    await page.getByRole('link', { name: 'Help for this page' }).click()
    await page.getByRole('heading', { level: 1, name: /^Categories, labels/ }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Help' }).click()
    await page.getByRole('searchbox', { name: 'Search help' }).fill('undo gives each')
    await page.getByRole('link', { name: 'Jobs, and taking one back' }).click()
    await page.getByRole('heading', { level: 2, name: 'Jobs, and taking one back' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Jobs, and taking one back')
    await page.getByRole('main').getByRole('link', { name: 'Jobs' }).click()
    await page.waitForURL(/contentTitles\/jobs$/)
  })

  test('a refusal leads to its section', async () => {
    const { page } = await kit.at('tenant', '/help?code=outdated')
    await page.getByRole('heading', { level: 2, name: 'Somebody saved before you' }).waitFor()
  })

  test('C-148, ROLE-16 a closed feature leads to a support ticket with account, tenant and page', async () => {
    const { settings } = kit.platform().deps
    settings.supportUrl = 'https://help.example/new?form=7'
    onTestFinished(() => {
      settings.supportUrl = undefined
    })
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/admin/report?q=secret`)
    const link = page.getByRole('main').getByRole('link', { name: 'Submit a support ticket' })
    const href = new URL((await link.getAttribute('href'))!)
    expect([href.origin, Object.fromEntries(href.searchParams)]).toEqual([
      'https://help.example',
      {
        form: '7',
        account: 'tenant@demo.kinora.test',
        tenant: 'Pulse House (pulsehouse)',
        page: `${kit.url()}/admin/report`,
      },
    ])
    settings.supportUrl = undefined
    await page.goto(`${kit.url()}/admin/report`)
    await page.getByText('Please submit a support ticket').waitFor()
    await goInside(page, '/help')
    expect(await page.getByRole('link', { name: 'Submit a support ticket' }).count()).toBe(0)
  })
})
