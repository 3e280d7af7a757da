import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSideScroll, goInside, password, settled, setUp, signIn } from './portal.ts'

const kit = setUp()
const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

describe('AUTH-03 to AUTH-08, NAV-02: sign-in and sign-out', () => {
  test('AUTH-03, AUTH-04 the button waits for two valid fields', async () => {
    const { page, complaints } = await kit.open()
    const button = page.getByRole('button', { name: 'Log in' })
    await expect.poll(() => page.getByRole('heading', { name: 'Partner Portal' }).isVisible()).toBe(true)
    expect(await button.isDisabled()).toBe(true)
    await expect.poll(() => focusOf(page)).toBe('email')
    await page.getByLabel('Email').fill('a@b')
    await page.getByLabel('Password', { exact: true }).fill('x')
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Email').fill('a@b.co')
    await expect.poll(() => button.isEnabled()).toBe(true)
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })

  test('AUTH-06, SESS-05 a refusal says so and keeps what was typed; a manifest that doesn’t come is in nobody’s way', async () => {
    const { page } = await kit.blank()
    const thrown: Error[] = []
    page.on('pageerror', error => thrown.push(error))
    await page.route('**/manifest.json', route => route.abort())
    const failed = page.waitForEvent('requestfailed', request => request.url().endsWith('/manifest.json'))
    await page.goto(`${kit.url()}/login`)
    await failed
    await page.getByLabel('Email').fill('admin@demo.kinora.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('Incorrect email address or password, please try again.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('admin@demo.kinora.test')
    expect(thrown).toEqual([])
  })

  test('AUTH-07, AUTH-08, C-11, C-69, C-75 signed in: the sign-in page leads home; the account menu says the role and signs out', async () => {
    const { page, complaints } = await kit.fresh('support', { at: '/login' })
    await page.waitForURL(`${kit.url()}/`)
    // C-69, C-75
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')]),
    ).not.toContain(null)
    await page.getByText(/^v\d+(\.\d+)+$/).waitFor()
    await page.getByRole('button', { name: /Account menu for/ }).click()
    await page.getByText('customer support').waitFor()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
    await expect.poll(() => focusOf(page)).toBe('email')
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')]),
    ).toEqual([null, null])
    expect(complaints).toEqual([])
  })

  test('AUTH-18, AUTH-20 an ended session leads, after the skeleton, to the sign-in page and back to where one was', async () => {
    const { page } = await kit.fresh('admin')
    // No page of the portal is left, which would find out first and sign out.
    await page.goto(`${kit.url()}/healthz`)
    await page.evaluate(() => {
      localStorage.setItem('token', 'spoilt')
      localStorage.setItem('refreshToken', 'spoilt')
    })
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/verify', async route => {
      await answered
      await route.continue()
    })
    await page.goto(`${kit.url()}/media/contentTitles?take=50`)
    await page.locator('.portal-skeleton').waitFor()
    expect(await page.getByRole('heading').count()).toBe(0)
    answer()
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
    await signIn(page, 'admin')
    await page.getByRole('heading', { name: 'Content titles' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${kit.url()}/media/contentTitles?take=50`)
  })

  test('by keyboard alone: Tab to the fields, Enter signs in', async () => {
    const { page } = await kit.open()
    await page.getByLabel('Email').focus()
    await page.keyboard.type('tenant@demo.kinora.test')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${kit.url()}/`)
    await page.getByRole('heading', { name: /^Welcome, / }).waitFor()
  })
})

describe('SESS-14 offline', () => {
  test('a warning comes and goes with the connection', async () => {
    const { page } = await kit.as('admin')
    await page.context().setOffline(true)
    await page.getByText('Please Check Your Internet Connection.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Please Check Your Internet Connection.').waitFor({ state: 'detached' })
  })

  test('a script that doesn’t come breaks nothing, and is asked for again with the connection', async () => {
    const { page } = await kit.at('admin', '/')
    await page.route(/assets\/commands/, route => route.abort())
    const refused = page.waitForEvent('requestfailed', request => /assets\/commands/.test(request.url()))
    await page.reload()
    await refused
    await page.getByRole('heading', { name: /^Welcome, / }).waitFor()
    await page.unroute(/assets\/commands/)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor()
  })
})

describe('the script of the other pages', () => {
  test('comes ahead once the browser is idle, but to nobody who saves data; who asks for replaced texts needs no catalogue', async () => {
    const saving = await kit.as('admin')
    const { page, complaints } = await kit.fresh('admin', { savesData: false })
    const has = (opened: Page, part: string) =>
      opened.evaluate(
        wanted => performance.getEntriesByType('resource').some(({ name }) => name.includes(wanted)),
        part,
      )
    await expect.poll(() => has(page, '/assets/getting-started')).toBe(true)
    await expect.poll(() => has(saving.page, '/api/v1/translations/current')).toBe(true)
    expect(await has(saving.page, '/assets/getting-started')).toBe(false)
    expect(await has(saving.page, '/assets/translations')).toBe(false)
    await goInside(page, '/media/categories/add')
    await settled(page)
    expect(complaints).toEqual([])
  })
})

describe('AUTH-12, C-12: the one forced sign-out', () => {
  test('is on unless switched off, once for a browser', async () => {
    const { page } = await kit.open({ isNew: true })
    await page.getByLabel('Email').fill('admin@demo.kinora.test')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Log in once more to finish setting up this browser.').waitFor()
    await signIn(page, 'admin')
    await logOut(page)
    await signIn(page, 'provider')
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  })
})

describe('I18N-03: a text', () => {
  test('is replaced while the portal runs, without another build', async () => {
    const { page } = await kit.open()
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
    await page.evaluate("kinora.setTranslation('loginPage.title', 'Studio desk')")
    await page.getByRole('heading', { name: 'Studio desk' }).waitFor()
    await expect.poll(() => page.title()).toBe('Studio desk · Kinora')
    const refused = "kinora.setTranslation('error.429', 'Wait').catch(error => error.message)"
    expect(await page.evaluate(refused)).toBe('This text must keep {{seconds}}.')
  })

  test('runs long, and from right to left, where a pseudo-locale is asked for', async () => {
    const { page } = await kit.open()
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
    for (const name of ['long', 'rtl']) {
      await page.evaluate(`kinora.setPseudoLocale('${name}')`)
      await expectNoSideScroll(page)
    }
    expect(await page.evaluate('document.dir')).toBe('rtl')
    await page.evaluate("kinora.setPseudoLocale('none')")
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
  })
})

describe('SESS-01, SESS-03: a new version', () => {
  test('is announced to a browser that knows an older one, which reloads once; C-149 a new one knows what is served', async () => {
    const { page } = await kit.open({ isNew: true })
    const { version } = await (await fetch(`${kit.url()}/manifest.json`)).json()
    const versionOf = () => page.evaluate(() => localStorage.getItem('version'))
    await expect.poll(versionOf).toBe(version)
    // Other texts are no second look.
    const looks: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/manifest.json')) looks.push(request.url())
    })
    await page.evaluate("kinora.setTranslation('loginPage.title', 'Studio desk')")
    await page.getByRole('heading', { name: 'Studio desk' }).waitFor()
    expect(looks).toEqual([])
    await page.evaluate(old => localStorage.setItem('version', old), '1.11.4.1273')
    await page.reload()
    await page.evaluate(() => Object.assign(window, { isBefore: true }))
    await page.getByText('A new version is available. The page will reload.').waitFor()
    await page.waitForFunction(() => !('isBefore' in window))
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
    await expect.poll(versionOf).toBe(version)
    expect(await page.getByText('A new version is available. The page will reload.').count()).toBe(0)
  })
})

describe('SESS-03: a new version while somebody types', () => {
  test('waits until the changes are saved, and says so', async () => {
    const { page } = await kit.fresh('tenant', { at: '/media/labels/add', isNew: true })
    await page.waitForFunction(() => localStorage.getItem('version') !== null)
    await page.evaluate(old => localStorage.setItem('version', old), '1.11.4.1273')
    let isTyped = () => {}
    const typed = new Promise<void>(resolve => {
      isTyped = resolve
    })
    await page.route('**/manifest.json', async route => {
      await typed
      await route.continue()
    })
    await page.reload()
    const name = page.getByRole('main').getByRole('textbox').first()
    await name.fill('Reloaded')
    isTyped()
    await page.getByText('The page reloads once your changes are saved').waitFor()
    expect(await name.inputValue()).toBe('Reloaded')
    await page.evaluate(() => Object.assign(window, { isBefore: true }))
    await page.getByRole('button', { name: 'Create label' }).click()
    await page.waitForFunction(() => !('isBefore' in window))
    await page.getByRole('heading', { name: 'Reloaded' }).waitFor()
  })
})

describe('AUTH-11: the next account on the same tab', () => {
  test('starts at home, with none of the search and filters of the one before', async () => {
    const { page } = await kit.fresh('admin', { at: '/media/contentTitles?q=bell&status=4&page=2' })
    await page.getByRole('searchbox').fill('kettle')
    await page.waitForURL(/q=kettle/)
    await logOut(page)
    await page.waitForURL(`${kit.url()}/login`)
    await signIn(page, 'provider')
    await page.waitForURL(`${kit.url()}/`)
    await page.getByRole('link', { name: 'Content titles' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Content titles' }).waitFor()
    await settled(page)
    expect([page.url(), await page.getByRole('searchbox').inputValue()]).toEqual([
      `${kit.url()}/media/contentTitles`,
      '',
    ])
  })
})

describe('ROLE-13: an administrator', () => {
  test('finds the provider filter reset each time the list loads, by its address too', async () => {
    const page = await kit.tab('admin')
    await page.goto(`${kit.url()}/media/contentTitles?q=bell&providerId=ironside`)
    await page.waitForURL(`${kit.url()}/media/contentTitles?q=bell`)
    await settled(page)
    expect(await page.getByRole('button', { name: 'Remove filter Provider' }).count()).toBe(0)
  })
})

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
}
