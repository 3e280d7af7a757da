import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/routes.tsx'
import { addressOf } from './addresses.ts'
import { setUp, signIn } from './portal.ts'
import { isTenants } from './screens.ts'
import { scriptOfList, scriptOfPage } from './script.ts'

const kit = setUp()

describe('how much script a page needs before it can be used', () => {
  let signedIn: Page
  let admin: Page
  beforeAll(async () => {
    signedIn = (await kit.fresh('tenant')).page
    admin = (await kit.fresh('admin')).page
  })

  test('sign-in and the list of titles: at most 220 kB gzipped', async () => {
    const { page } = await kit.blank()
    const { gzip } = await scriptOfList(page, kit.url(), opened => signIn(opened, 'admin'))
    expect(gzip).toBeLessThanOrEqual(220_000)
  })

  test.each(routes)('$path: at most 320 kB gzipped', async route => {
    const opener = isTenants(route) ? signedIn : admin
    const path = await addressOf(route, opener, kit.url())
    const fresh = await opener.context().newPage()
    const { gzip } = await scriptOfPage(fresh, kit.url(), path)
    expect(gzip).toBeLessThanOrEqual(320_000)
    expect(new URL(fresh.url()).pathname).toBe(new URL(path, kit.url()).pathname)
    await fresh.close()
  })
})
