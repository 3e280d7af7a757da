import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform } from '@kinora/server/platform'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, type Issuer, settingsOf, startIssuer } from '../../server/test/oidc/issuer.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { expectAccessible, expectNoSideScroll, setUp } from './portal.ts'

const kit = setUp()
const ada = { email: 'ada@studio.example', email_verified: true, name: 'Ada Admin', role: 'kinora-admin' }

let issuer: Issuer
let platform: Platform
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kinora-sso-'))
  const port = await freePort()
  issuer = await startIssuer(`http://127.0.0.1:${port}`, { ada, eve: { ...ada, role: 'employee' } })
  const dataDir = join(folder, 'data')
  platform = await startSeededPlatform({ port, dataDir, logLevel: 'silent', oidc: settingsOf(issuer.url) })
})
afterAll(async () => {
  await platform?.close()
  await issuer?.close()
  rmSync(folder, { recursive: true, force: true })
})

const withIssuer = (page: Page) => page.getByRole('button', { name: 'Continue with Studio account' })
async function signInThere(page: Page, name: string): Promise<void> {
  await page.waitForURL(url => url.href.startsWith(issuer.url))
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('KEY-05 sign-in at an identity provider, in a browser', () => {
  test('comes back to the page that was asked for; signing out ends the session there too', async () => {
    const { page, complaints } = await kit.blank()
    await page.goto(`${platform.url}/admin/audit?take=50`)
    await withIssuer(page).waitFor()
    await page.getByLabel('Email').waitFor()
    await expectAccessible(page)
    await withIssuer(page).press('Enter')
    await signInThere(page, 'ada')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.waitForURL(url => url.pathname === '/admin/audit')
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Account menu for Ada Admin' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL(url => url.href.startsWith(`${issuer.url}/session/end`))
    expect(complaints).toEqual([])
  })

  test('says why nobody is signed in, and begins again', async () => {
    const { page } = await kit.blank({ viewport: { width: 360, height: 740 } })
    await page.goto(`${platform.url}/login`)
    await withIssuer(page).click()
    await signInThere(page, 'eve')
    await page.getByText('Studio account gives you no role in Kinora.').waitFor()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await withIssuer(page).click()
    await page.waitForURL(url => url.href.startsWith(platform.url) && url.pathname === '/login')
  })

  test('what another tab began is said, and signs nobody in', async () => {
    const { page } = await kit.blank()
    await page.goto(`${platform.url}/login#sso=of-somebody-else`)
    await page.getByText('This sign-in was begun in another tab or browser.').waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })

  test('AUTH-03 where none is set up, the form has its two fields and its button', async () => {
    const { page } = await kit.open()
    await page.getByLabel('Email').waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(2)
  })
})
