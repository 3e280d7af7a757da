import { labels } from '@kinora/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { type Account, password, settled, setUp } from './portal.ts'

const kit = setUp()

/** What is typed first on a page. */
const field = (page: Page) => page.getByRole('main').getByRole('textbox').first()

const forms: readonly [Account, string, string][] = [
  ['tenant', '/media/labels/add', 'Kept label'],
  ['tenant', '/media/contentTitles/add', 'Kept title'],
  ['tenant', '/siteSettings/socialLinks', 'https://example.com/kept'],
  ['admin', '/providers/add', 'Kept provider'],
  ['admin', '/tenants/generalsettings/add', 'Kept tenant'],
  ['admin', '/tenants/siteterms/nordicmove', 'Kept terms'],
  ['provider', '/media/bulkUpload/add', 'Kept upload'],
]

describe('28.5 a reload, a way back and one forward in mid-work lose nothing', () => {
  test.each(forms)('%s at %s', async (account, path, text) => {
    const { page } = await kit.fresh(account, { at: '/' })
    page.on('dialog', dialog => dialog.accept())
    // As a link goes: the entry of the history carries its number.
    await page.evaluate(to => {
      const state = { index: 1 }
      history.pushState(state, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state }))
    }, path)
    await page.waitForURL(kit.url() + path)
    await settled(page)
    await field(page).fill(text)
    await page.reload()
    await settled(page)
    await page.getByText('Your unsaved changes are back.').waitFor()
    expect(await field(page).inputValue()).toBe(text)
    await page.goBack()
    const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await asks.getByRole('button', { name: 'Stay' }).click()
    await asks.waitFor({ state: 'detached' })
    await page.waitForURL(kit.url() + path)
    expect(await field(page).inputValue()).toBe(text)
  })
})

describe('28.3, 28.5 ticks of the publishing matrix', () => {
  test('a link and the way back ask first; another view of the same page doesn’t, and keeps them', async () => {
    const { page } = await kit.fresh('admin', { at: '/tenants' })
    await page.getByRole('link', { name: 'Publishing' }).first().click()
    await page.getByRole('checkbox', { name: /^Nordic Everyday at Oasis Wellness/ }).click()
    const isKept = () => page.getByText('1 change', { exact: true }).waitFor()
    await isKept()
    const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const stay = async () => {
      await asks.waitFor()
      // Nothing is published without its effect having been seen.
      expect(await asks.getByRole('button', { name: /Save/ }).count()).toBe(0)
      await asks.getByRole('button', { name: 'Stay' }).click()
      await asks.waitFor({ state: 'detached' })
      await isKept()
    }
    await page.goBack()
    await stay()
    await page.getByRole('link', { name: 'Reviews' }).click()
    await stay()
    await page.getByText('Channels to one tenant', { exact: true }).click()
    await page.waitForURL(/tenants\/publishing\?/)
    await isKept()
    await page.goBack()
    await asks.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL(`${kit.url()}/tenants`)
  })
})

describe('28.4, 28.5 events in the calendar', () => {
  const isBack = (page: Page) => page.getByText('Your unsaved changes are back.').first().waitFor()

  test('what was typed into a new one is back after a reload, a link and a way back; closing it forgets it', async () => {
    const { page } = await kit.fresh('tenant', { at: '/schedule?view=calendar' })
    const title = page.getByRole('dialog', { name: 'New event' }).getByLabel('Title')
    /** A page that has just come takes the focus, and the key with it, which a person presses again. */
    const begin = () =>
      until('the event is begun', async () => {
        if (await title.isVisible()) return true
        await page.getByRole('button', { name: /^Add event: / }).press('Enter')
        return title.isVisible()
      })
    const main = page.getByRole('navigation', { name: 'Main' })
    const isHeld = async () => {
      await begin()
      await isBack(page)
      expect(await title.inputValue()).toBe('Half typed')
    }
    await begin()
    await title.fill('Half typed')
    await page.reload()
    await settled(page)
    await isHeld()
    await main.getByRole('link', { name: 'Labels' }).click()
    await page.waitForURL(/media\/labels/)
    await page.goBack()
    await isHeld()
    await main.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    await page.goBack()
    await isHeld()
    await page.keyboard.press('Escape')
    await title.waitFor({ state: 'detached' })
    await begin()
    await title.waitFor()
    expect(await title.inputValue()).toBe('')
  })

  test('what was changed of one is back when it is opened again, and forgotten once that is closed', async () => {
    const { page } = await kit.fresh('tenant', { at: '/schedule?view=calendar' })
    const any = page.getByRole('button', { name: /^\d\d:\d\d / }).first()
    const block = page.locator(`[data-key="${await any.getAttribute('data-key')}"]`)
    const minutes = page.getByRole('dialog').getByRole('combobox', { name: 'Minutes' })
    const open = () =>
      until('the event is open', async () => {
        if (await minutes.isVisible()) return true
        await block.press('Enter')
        return minutes.isVisible()
      })
    await open()
    const before = await minutes.inputValue()
    await minutes.fill('77')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Labels' }).click()
    await page.waitForURL(/media\/labels/)
    await page.goBack()
    await open()
    await isBack(page)
    expect(await minutes.inputValue()).toBe('77')
    await page.keyboard.press('Escape')
    await minutes.waitFor({ state: 'detached' })
    await open()
    await minutes.waitFor()
    expect(await minutes.inputValue()).toBe(before)
  })
})

describe('28.5 dialogs with text', () => {
  test('the name of a view is back in the next one after a way back, and forgotten by Cancel', async () => {
    const { page } = await kit.fresh('tenant', { at: '/' })
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Labels' }).click()
    const begin = async () => {
      await main.getByRole('link', { name: 'Content titles' }).click()
      await page.getByRole('searchbox').first().fill('flow')
      await page.getByRole('button', { name: 'Save view' }).click()
    }
    const name = page.getByRole('dialog').getByLabel('Name')
    await begin()
    await name.fill('Half named')
    // What was searched for is a step of its own.
    for (let steps = 0; steps < 3 && !page.url().includes('labels'); steps++) await page.goBack()
    await page.waitForURL(/media\/labels/)
    await begin()
    await page.getByText('Your unsaved changes are back.').waitFor()
    expect(await name.inputValue()).toBe('Half named')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save view' }).click()
    await name.waitFor()
    expect(await name.inputValue()).toBe('')
  })
})

describe('28.5 an edit of many titles', () => {
  test('is back in the next one after a way back, and forgotten once it is closed', async () => {
    const { page } = await kit.fresh('tenant', { at: '/' })
    const dialog = page.getByRole('dialog', { name: /^Edit \d+ titles$/ })
    const begin = async () => {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Content titles' })
        .click()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Edit…', exact: true }).click()
      await dialog.waitFor()
    }
    await begin()
    await dialog.getByLabel('Choose a field to change').click()
    await page.getByRole('option', { name: 'Instructor' }).click()
    await dialog.getByLabel('Instructor', { exact: true }).fill('Nina Vogt')
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await begin()
    await page.getByText('Your unsaved changes are back.').waitFor()
    expect(await dialog.getByLabel('Instructor', { exact: true }).inputValue()).toBe('Nina Vogt')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await begin()
    await dialog.getByLabel('Choose a field to change').waitFor()
    expect(await dialog.getByLabel('Instructor', { exact: true }).count()).toBe(0)
  })
})

describe('28.5 two tabs with one record', () => {
  test('the second to save is shown both values and chooses', async () => {
    const { page } = await kit.fresh('tenant', { at: '/media/labels/add' })
    const sent = page.waitForResponse(
      response => response.url().endsWith(labels.create.path) && response.request().method() === 'POST',
    )
    await field(page).fill('One of two')
    await page.getByRole('button', { name: 'Create label' }).click()
    await sent
    await page.getByRole('heading', { level: 1, name: 'One of two' }).waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await settled(other)
    await field(other).fill('Theirs')
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor()
    await field(page).fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else has changed this').waitFor()
    await page.getByRole('main').getByText('Theirs').first().waitFor()
    await page.getByRole('button', { name: /^Use theirs/ }).click()
    expect(await field(page).inputValue()).toBe('Theirs')
    await other.close()
  })
})

describe('28.5, AUTH-20 a session that ends in mid-work', () => {
  const spoil = (page: Page) =>
    page.evaluate(() => {
      for (const key of ['token', 'refreshToken']) localStorage.setItem(key, 'spoilt')
    })
  const again = async (page: Page, email?: string) => {
    const dialog = page.getByRole('dialog', { name: 'Log in to continue' })
    await dialog.waitFor()
    if (email !== undefined) await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  test('asks for the password over the page, then saves what was to be saved', async () => {
    const { page } = await kit.fresh('tenant', { at: '/media/labels/add' })
    await field(page).fill('Across sessions')
    await spoil(page)
    await page.getByRole('button', { name: 'Create label' }).click()
    await again(page)
    await page.getByRole('heading', { level: 1, name: 'Across sessions' }).waitFor()
  })

  test('another account begins at home, and a tab whose account was followed by another asks before it goes on', async () => {
    const { page } = await kit.fresh('tenant', { at: '/media/labels/add' })
    await field(page).fill('Not for others')
    const other = await page.context().newPage()
    await other.goto(kit.url())
    await spoil(other)
    await other.reload()
    await other.getByLabel('Email').fill('provider@demo.kinora.test')
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Log in' }).click()
    await other.getByRole('heading', { name: /^Welcome/ }).waitFor()
    await page.getByText(/Another account has logged in in another tab/).waitFor()
    expect(await field(page).inputValue()).toBe('Not for others')
    await again(page, 'provider@demo.kinora.test')
    await page.waitForURL(`${kit.url()}/`)
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('kinora.drafts'))).toBeNull()
    await other.close()
  })
})
