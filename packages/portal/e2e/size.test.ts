import { describe, expect, test } from 'vitest'
import { setUp, signIn } from './portal.ts'
import { everyPage, pathOf, scriptOfList, scriptOfPage } from './script.ts'

const kit = setUp()

describe('how much script a page needs before it can be used', () => {
  test('sign-in and the list of titles: at most 170 kB gzipped', async () => {
    const { page } = await kit.blank()
    const { gzip } = await scriptOfList(page, kit.url(), opened => signIn(opened, 'admin'))
    expect(gzip).toBeLessThanOrEqual(170_000)
  })

  test.each(everyPage)('%s: at most 280 kB gzipped', async name => {
    const { page } = await kit.as('tenant')
    const path = await pathOf(page, kit.url(), name)
    const fresh = await page.context().newPage()
    const { gzip } = await scriptOfPage(fresh, kit.url(), path)
    expect(gzip).toBeLessThanOrEqual(280_000)
    expect(new URL(fresh.url()).pathname).toBe(path)
  })
})
