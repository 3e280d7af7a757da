import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiAs } from './addresses.ts'
import { settled, setUp } from './portal.ts'

const kit = setUp()
const cover = join(import.meta.dirname, '../../server/assets/demo/channel-1-space.jpg')

test('NAV-19, NAV-49, SUBS-03 to SUBS-07, C-113, C-114 a package is made with a cover and a collection, which then stays', async () => {
  const { page, complaints } = await kit.at('tenant', '/subscriptions')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.locator('main').getByRole('link', { name: 'Add subscription' }).first().click()
  await page.waitForURL(/\/subscriptions\/add$/)
  await settled(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('Gold')
  await page.getByRole('textbox', { name: 'Description' }).fill('Every class.')
  await page.getByRole('checkbox', { name: 'Autumn challenge' }).check()
  await page.getByRole('textbox', { name: 'Price id' }).fill('price_1')
  await button('Check with Stripe').click()
  await page.getByText(/There is no Stripe secret key to ask with/).waitFor()
  await page.locator('input[type=file]').setInputFiles(cover)
  // Without waiting for the picture: the save does.
  await button('Create subscription').click()
  await page.waitForURL(/\/subscriptions\/(?!add)[^/]+\/edit$/)
  await page.getByRole('heading', { level: 1, name: 'Gold' }).waitFor()

  const api = await apiAs(kit.url(), 'tenant')
  const { data } = await api.subscriptions.list({ tenantId: 'pulsehouse', query: 'Gold' })
  expect(data).toMatchObject([{ title: 'Gold', collectionTags: ['demo-pulsehouse-5'], status: 'Saved' }])
  const [kept] = await api.collections.remove({ tenantId: 'pulsehouse', tags: ['demo-pulsehouse-5'] })
  expect(kept?.reason).toContain('It is the last collection of: Gold')

  await button('Delete subscription').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete subscription' }).click()
  await page.waitForURL(/\/subscriptions$/)
  await page.getByText('2 subscriptions', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('NAV-42, NAV-43, SITE-10 a new custom link is edited at its own address', async () => {
  const { page } = await kit.at('tenant', '/siteSettings/customLinks')
  await page.getByRole('link', { name: 'Add link' }).first().click()
  await page.waitForURL(/\/siteSettings\/customLinks\/add$/)
  await settled(page)
  await page.getByRole('textbox', { name: 'Link', exact: true }).fill('blog.example.com')
  await page.getByRole('textbox', { name: /^Link text/i }).fill('Blog')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.waitForURL(/\/siteSettings\/customLinks\/(?!add)[^/]+\/edit$/)
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor()
})
