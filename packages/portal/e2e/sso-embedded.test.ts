import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSend, fixedTokens, keys, session } from '@kinora/core'
import type { Platform } from '@kinora/server/platform'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Host, startHost } from '../../server/test/oidc/host.ts'
import { freePort, type Issuer, settingsOf, startIssuer } from '../../server/test/oidc/issuer.ts'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { expectAccessible, expectNoSideScroll, password, setUp } from './portal.ts'

const kit = setUp()
const jo = { name: 'Jo Host', email: 'jo@studio.example', email_verified: true }

let issuer: Issuer
let platform: Platform
let host: Host
let folder: string
let key: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kinora-embedded-'))
  const [port, hostPort] = [await freePort(), await freePort()]
  const hostUrl = `http://127.0.0.1:${hostPort}`
  issuer = await startIssuer(`http://127.0.0.1:${port}`, { jo }, { hostUrl })
  const oidc = settingsOf(issuer.url)
  platform = await startSeededPlatform({ port, dataDir: join(folder, 'data'), logLevel: 'silent', oidc })
  key = await makeKey(hostUrl)
  await buildPage(join(folder, 'page'))
  const page = { folder: join(folder, 'page'), platformUrl: platform.url }
  host = await startHost({ ...page, port: hostPort, issuerUrl: issuer.url, key })
})
afterAll(async () => {
  await host?.close()
  await platform?.close()
  await issuer?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A tenant’s, for sessions on the pages of the host. */
async function makeKey(origin: string): Promise<string> {
  const { url: baseUrl } = platform
  const nobody = { get: () => undefined, set: () => undefined, clear: () => undefined }
  const signIn = createSend({ baseUrl, fetch, tokens: nobody, timeout: 0 })
  const { token } = await signIn(session.login, { email: 'tenant@demo.kinora.test', password })
  const send = createSend({ baseUrl, fetch, tokens: fixedTokens({ token }), timeout: 0 })
  const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const rights = ['embed', 'read'] as const
  const { secret } = await send(keys.create, {
    name: 'Studio',
    rights: [...rights],
    origins: [origin],
    endsOn,
  })
  return secret
}

/** The host bundles the components with its page, as any host does. */
const buildPage = (outDir: string) =>
  build({
    ...{ configFile: false, root: join(import.meta.dirname, 'host'), logLevel: 'error', plugins: [react()] },
    resolve: { conditions: ['@kinora/source', ...defaultClientConditions] },
    build: { outDir, emptyOutDir: true, minify: false, modulePreload: false, target: 'es2022' },
  })

describe('KEY-05 KEY-06 an embedded page whose host signs people in at an identity provider', () => {
  test('signs in there, works, and goes on in place where the session has ended', async () => {
    const { page } = await kit.blank()
    await page.goto(host.url)
    await page.getByText('You are signed out').waitFor()
    await page.getByRole('link', { name: 'Sign in at the studio' }).click()
    await page.waitForURL(url => url.href.startsWith(issuer.url))
    await page.getByLabel('Name').fill('jo')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${host.url}/`)
    await page.getByRole('heading', { name: 'Content titles' }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => Object.keys(localStorage).filter(name => /token/i.test(name)))).toEqual(
      [],
    )

    const name = await page.locator('.kn-cell-name').first().innerText()
    host.signEverybodyOut()
    await endSessions()
    await page.getByRole('searchbox').first().fill(name)
    const dialog = page.getByRole('dialog', { name: 'Log in to continue' })
    await dialog.getByText('Sign in on this site, then try again.').waitFor()
    await expectAccessible(page)
    const shots = process.env.KINORA_SHOTS
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'sso-embedded.png') })
    const popup = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Sign in' }).press('Enter')
    const window = await popup
    // The identity provider knows the browser still.
    await window.getByRole('heading', { name: 'Content titles' }).waitFor()
    await window.close()
    await page.bringToFront()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('searchbox').first().inputValue()).toBe(name)
    await page.getByText(/ · Relevance$/).waitFor()
    await page.locator('.kn-cell-name', { hasText: name }).first().waitFor()
    expect(new Set(host.sessionIds).size).toBeGreaterThan(1)
  })

  test('says on a phone that nobody is signed in, by the host’s own page', async () => {
    const { page } = await kit.blank({ viewport: { width: 360, height: 740 } })
    await page.goto(host.url)
    await page.getByText('You are signed out').waitFor()
    await expectAccessible(page)
    await expectNoSideScroll(page)
  })
})

/** As the host does with who has to sign in again. */
async function endSessions(): Promise<void> {
  for (const id of host.sessionIds)
    await fetch(`${platform.url}/api/v1/embed/sessions/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
}
