import { describe, expect, test } from 'vitest'
import { expectAccessible, password, setUp, signIn } from './portal.ts'

const kit = setUp()

describe('AUTH-03 to AUTH-08, NAV-02: sign-in and sign-out', () => {
  test('AUTH-03, AUTH-04 the button waits for two valid fields', async () => {
    const { page, complaints } = await kit.open()
    const button = page.getByRole('button', { name: 'Log in' })
    await expect.poll(() => page.getByRole('heading', { name: 'Partner Portal' }).isVisible()).toBe(true)
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Email').fill('a@b')
    await page.getByLabel('Password', { exact: true }).fill('x')
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Email').fill('a@b.co')
    expect(await button.isEnabled()).toBe(true)
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })

  test('AUTH-06 a refusal says so and keeps what was typed', async () => {
    const { page } = await kit.open()
    await page.getByLabel('Email').fill('admin@demo.kinora.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('Incorrect email address or password, please try again.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('admin@demo.kinora.test')
  })

  test('AUTH-07, AUTH-08 signed in: the sign-in page leads home; the account menu says the role and signs out', async () => {
    const { page, complaints } = await kit.as('support')
    await page.goto(`${kit.url()}/login`)
    await page.waitForURL(`${kit.url()}/`)
    await page.getByRole('button', { name: /Account menu for/ }).click()
    await page.getByText('customer support').waitFor()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')]),
    ).toEqual([null, null])
    expect(complaints).toEqual([])
  })

  test('AUTH-20 an ended session leads to the sign-in page and back to where one was', async () => {
    const { page } = await kit.as('admin')
    await page.evaluate(() => {
      localStorage.setItem('token', 'spoilt')
      localStorage.setItem('refreshToken', 'spoilt')
    })
    await page.goto(`${kit.url()}/media/contentTitles`)
    await page.getByRole('heading', { name: 'Partner Portal' }).waitFor()
    await signIn(page, 'admin')
    await page.getByRole('heading', { name: 'Content titles' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/media/contentTitles')
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
})

describe('AUTH-12, C-12: the one forced sign-out', () => {
  test('comes from the server’s manifest, once for a browser', async () => {
    const { page } = await kit.open()
    await page.route('**/manifest.json', route =>
      route.fulfill({ json: { name: 'Kinora', version: '0.1.0', forcedSignOut: true } }),
    )
    await page.getByLabel('Email').fill('admin@demo.kinora.test')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Log in once more to finish setting up this browser.').waitFor()
    await signIn(page, 'admin')
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  })
})
