import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSend, fixedTokens, session, sessions } from '@kinora/core'
import type { Platform } from '@kinora/server/platform'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, type Issuer, settingsOf, startIssuer } from '../../server/test/oidc/issuer.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { expectAccessible, expectNoSideScroll, password, setUp } from './portal.ts'

const kit = setUp()
const ada = { email: 'ada@studio.example', email_verified: true, name: 'Ada Admin', role: 'kinora-admin' }
const cleo = {
  ...{ email: 'cleo@pulse.example', email_verified: true, name: 'Cleo Customer' },
  ...{ role: 'kinora-customer', tenants: ['pulsehouse'] },
}

let issuer: Issuer
let platform: Platform
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kinora-sso-'))
  const port = await freePort()
  issuer = await startIssuer(`http://127.0.0.1:${port}`, { ada, cleo, eve: { ...ada, role: 'employee' } })
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
/** Ends the session on the server, as the list of one’s own sign-ins does from another browser. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const send = createSend({
    baseUrl: platform.url,
    fetch,
    tokens: fixedTokens({ token: token! }),
    timeout: 0,
  })
  const { data } = await send(sessions.list, {})
  await send(sessions.remove, { sessionId: data.find(({ isCurrent }) => isCurrent)!.sessionId })
}

/** Pictures to look at, where a folder for them is named. */
async function look(page: Page, name: string): Promise<void> {
  const shots = process.env.KINORA_SHOTS
  if (shots !== undefined) await page.screenshot({ path: join(shots, `sso-${name}.png`) })
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

  test('AUTH-20 a session that ends while its page is in use goes on there, by a window of the identity provider', async () => {
    const { page } = await kit.blank()
    await page.goto(`${platform.url}/media/labels/add`)
    await withIssuer(page).click()
    await signInThere(page, 'cleo')
    const name = page.getByRole('textbox', { name: /^English/ }).first()
    await name.fill('Typed before it ended')
    await endSession(page)
    await page.getByRole('button', { name: 'Create label' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in to continue' })
    await dialog.getByText('Sign in in the window that opens, then close it.').waitFor()
    expect(await dialog.getByLabel('Password').count()).toBe(0)
    expect(await name.inputValue()).toBe('Typed before it ended')
    await expectAccessible(page)
    await look(page, 'again-in-place')
    const popup = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Sign in' }).press('Enter')
    const window = await popup
    await withIssuer(window).click()
    // So narrow a window has its navigation in a drawer.
    await window.waitForURL(`${platform.url}/`)
    await window.getByRole('heading', { name: /^Welcome, / }).waitFor()
    await window.close()
    await dialog.waitFor({ state: 'detached' })
    // What waited is saved, once.
    await page.waitForURL(/\/media\/labels\/(?!add)[^/]+\/edit$/)
    await page.getByRole('heading', { level: 1, name: 'Typed before it ended' }).waitFor()
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

describe('KEY-05 KINORA_OIDC_ONLY', () => {
  let only: Platform
  let other: Issuer
  let data: string
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'kinora-sso-only-'))
    const port = await freePort()
    other = await startIssuer(`http://127.0.0.1:${port}`, { ada })
    const oidc = settingsOf(other.url)
    only = await startSeededPlatform({
      port,
      dataDir: join(data, 'data'),
      logLevel: 'silent',
      oidc,
      oidcOnly: true,
    })
  })
  afterAll(async () => {
    await only?.close()
    await other?.close()
    rmSync(data, { recursive: true, force: true })
  })

  test('the sign-in page has the identity provider alone, by the keyboard too; a password is refused by the server', async () => {
    const { page, complaints } = await kit.blank({ viewport: { width: 360, height: 740 } })
    await page.goto(`${only.url}/media/collections`)
    await withIssuer(page).waitFor()
    await page.getByLabel('Email').waitFor({ state: 'detached' })
    expect([await page.getByLabel('Email').count(), await page.getByRole('button').count()]).toEqual([0, 1])
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await look(page, 'only')
    const tokens = { get: () => undefined, set: () => undefined, clear: () => undefined }
    const send = createSend({ baseUrl: only.url, fetch, tokens, timeout: 0 })
    const refused = send(session.login, { email: 'admin@demo.kinora.test', password })
    await expect(refused).rejects.toMatchObject({ issues: [{ code: 'sso.passwordsOff' }] })
    await withIssuer(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.href.startsWith(other.url))
    expect(complaints).toEqual([])
  })
})
