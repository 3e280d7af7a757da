import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { password, platformUrl, renderWith } from '../testing/platform.tsx'
import { TitleList } from '../titles/list/title-list.tsx'
import { createTestKinora } from './index.ts'

test('PKG-07 in a browser a page meets the fault that is asked for, and the platform once that is over', async () => {
  const url = await platformUrl()
  const { have, signIn, fail, reset, ...tested } = createTestKinora({ url: `${url}/`, demo: { password } })
  expect(tested.url).toBe(url)
  fail('titles.search', 'unreachable')
  const { account, name } = await have('published class')
  const kinora = await signIn(account)
  kinora.queries.setDefaultOptions({ queries: { retry: false } })
  await renderWith(kinora, <TitleList titleHref={tag => `#${tag}`} />)
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  reset()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByRole('table', { name: 'Content titles' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(name).toMatch(/\w/)
})
