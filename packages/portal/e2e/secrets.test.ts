import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { settled, setUp } from './portal.ts'

const kit = setUp()

/** Everything that a browser keeps of a page, as text. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const kept: unknown[] = [
      { ...localStorage },
      { ...sessionStorage },
      location.href,
      history.state,
      document.cookie,
    ]
    for (const { name } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name!))
      for (const store of db.objectStoreNames)
        kept.push(await read(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    for (const name of await caches.keys())
      kept.push((await (await caches.open(name)).keys()).map(({ url }) => url))
    return JSON.stringify(kept)
  })

/** Writes a secret of its own into every field for one, and a word into other texts so that there is a draft to be kept. */
async function plant(page: Page, secrets: string[]): Promise<void> {
  const name = page.locator('main input[type=text]:enabled:not([readonly])').first()
  if ((await name.count()) > 0) await name.fill('Planted Words')
  for (const field of await page.locator('input[type=password]:visible').all()) {
    const secret = `Planted-${crypto.randomUUID()}-9`
    await field.fill(secret)
    await field.blur()
    secrets.push(secret)
  }
}

/** Where a secret can be typed, and what brings its fields. */
const forms: [at: string, fields: number, prepare?: (page: Page) => Promise<void>][] = [
  ['/tenants/generalsettings/add', 2],
  [
    '/tenants/websettings?tenant=pulsehouse',
    2,
    page => page.getByRole('checkbox', { name: 'Stripe' }).check({ force: true }),
  ],
  ['/tenants/mobilesettings?tenant=pulsehouse', 1],
  ['/providers/add', 2, page => page.getByRole('radio', { name: 'JW Player' }).check({ force: true })],
  [
    '/',
    2,
    async page => {
      await page.getByRole('button', { name: /Account menu for/ }).click()
      await page.getByRole('menuitem', { name: /password/i }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
]

describe('AUTH-21, C-124 a secret that is typed', () => {
  test('is kept by no storage of the browser, with the form open, after a reload and after a failed sign-in', async () => {
    const { page } = await kit.fresh('admin')
    const secrets: string[] = []
    for (const [at, fields, prepare] of forms) {
      await page.goto(kit.url() + at)
      await settled(page)
      await prepare?.(page)
      await page
        .locator('input[type=password]:visible')
        .nth(fields - 1)
        .waitFor()
      await plant(page, secrets)
      const open = await keptBy(page)
      page.once('dialog', dialog => dialog.accept())
      await page.reload()
      await settled(page)
      const after = (await keptBy(page)) + (await page.content())
      expect(secrets.filter(secret => open.includes(secret) || after.includes(secret))).toEqual([])
    }
    expect(secrets).toHaveLength(forms.reduce((all, [, fields]) => all + fields, 0))
    const login = await kit.open()
    const password = login.page.getByLabel('Password', { exact: true })
    await login.page.getByLabel('Email').fill('admin@demo.kinora.test')
    await password.fill('Planted-at-the-door-9')
    await login.page.getByRole('button', { name: 'Log in' }).click()
    await login.page.getByText('Incorrect email address or password').first().waitFor()
    expect(await keptBy(login.page)).not.toContain('Planted-at-the-door-9')
  })
})
