import { compareNames } from '@kinora/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { crashAndReload } from './crash.ts'
import { hears, setUp } from './portal.ts'

const kit = setUp()

const openList = async () => {
  const opened = await kit.at('admin', '/media/contentTitles')
  await opened.page.getByRole('row').nth(1).waitFor()
  return opened
}

describe('TITLE-14 to TITLE-18, SESS-16: the list of titles', () => {
  test('search narrows, the address can be shared, clearing shows all again', async () => {
    const { page } = await openList()
    const all = await page.getByText(/^\d+ titles$/).innerText()
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('yoga')
    await page.waitForURL(/q=yoga/)
    await expect.poll(() => page.getByText(/^\d+ titles? · Relevance$/).innerText()).not.toBe(all)
    const shared = page.url()
    await page.goto(shared)
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search titles' }).inputValue()).toBe('yoga')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(() => page.getByText(/^\d+ titles$/).innerText()).toBe(all)
  })

  test('a filter is added as a chip and taken away', async () => {
    const { page } = await openList()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Published', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL(/status=4/)
    await expect
      .poll(async () => {
        // C-144: the words of what is published may say that dates keep it from the site.
        const shown = await page.locator('.kn-badge-word').allInnerTexts()
        return shown.length > 0 && shown.every(words => words.startsWith('Published'))
      })
      .toBe(true)
    await page.getByRole('button', { name: 'Remove filter Status' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('nothing matches: it says why and offers the way back', async () => {
    const { page } = await openList()
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('zzzz no such title')
    await page.getByText('No matches').waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByRole('row').nth(1).waitFor()
  })

  test('NAV-75 sorting by name, both ways', async () => {
    const { page } = await openList()
    await page.getByRole('button', { name: /^Title/ }).click()
    await page.waitForURL(/sort=name/)
    const names = () => page.locator('.kn-cell-name').allInnerTexts()
    await expect
      .poll(async () => {
        const shown = await names()
        return shown.length > 5 && shown.slice(1).every((name, at) => compareNames(shown[at]!, name) <= 0)
      })
      .toBe(true)
  })

  test('SESS-16 filters come back after another page', async () => {
    const { page } = await openList()
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('flow')
    await page.waitForURL(/q=flow/)
    await page.goto(`${kit.url()}/`)
    await page.getByRole('link', { name: 'Content titles', exact: true }).first().click()
    await page.waitForURL(/q=flow/)
  })

  test('NAV-52 a title opens at its top with the focus on its heading; Back leads to where the list was left', async () => {
    const { page } = await openList()
    const table = page.locator('.kn-table-scroll')
    const isFocused = (name: string) =>
      expect
        .poll(() =>
          page.evaluate(() => document.activeElement?.matches('h1') && document.activeElement.textContent),
        )
        .toContain(name)
    await table.evaluate(scroller => scroller.scrollTo({ top: 500 }))
    const [href, name] = await inView(page)
    await page.locator(`a.kn-cell-name[href="${href}"]`).click()
    await isFocused(name)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await isFocused('Content titles')
    await expect.poll(() => table.evaluate(scroller => scroller.scrollTop)).toBe(500)
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('o')
    await page.waitForURL(/q=o/)
    await expect.poll(() => table.evaluate(scroller => scroller.scrollTop)).toBe(0)
    await page.goBack()
    await expect.poll(() => table.evaluate(scroller => scroller.scrollTop)).toBe(500)
  })

  test('TITLE-29 export brings a CSV under its name', async () => {
    const { page } = await openList()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Content_Titles_Export_\d{2} [A-Z][a-z]{2} \d{4}\.csv$/)
  })

  test('TITLE-26, TITLE-35 delete names what is lost, then does it; the title can be restored', async () => {
    const { page } = await openList()
    const name = await page.locator('.kn-cell-name').first().innerText()
    await page
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(`Delete “${name}”?`).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await hears(page, 'Item deleted')
    await page.getByRole('link', { name: 'Deleted', exact: true }).click()
    await page.waitForURL(/\/contentTitles\/deleted$/)
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await page.getByRole('button', { name: `Restore ${name}` }).waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('link', { name: 'Content titles' }).click()
    await page.getByRole('link', { name, exact: true }).first().waitFor()
  })
})

/** Address and name of a title in the middle of what the scrolled list shows: a click on it doesn't scroll. */
async function inView(page: Page): Promise<[href: string, name: string]> {
  const found = await page.waitForFunction(() => {
    const box = document.querySelector('.kn-table-scroll')!.getBoundingClientRect()
    const shown = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const row = shown.find(element => element.matches('tr, td'))?.closest('tr')
    const name = row?.querySelector<HTMLAnchorElement>('a.kn-cell-name')
    return name ? ([name.getAttribute('href'), name.innerText] as [string, string]) : undefined
  })
  return (await found.jsonValue())!
}

describe('decision 0060, TITLE-19 what is typed and not saved', () => {
  test('is there again after the process of the tab has crashed', async () => {
    const { page } = await kit.fresh('provider', { at: '/media/contentTitles' })
    await page.locator('a.kn-cell-name').first().click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Typed before the crash')
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
      .toContain('Typed before the crash')
    const crashed = await crashAndReload(page)
    const values = "[...document.querySelectorAll('input')].map(input => input.value)"
    await expect.poll(() => crashed.read<string[]>(values)).toContain('Typed before the crash')
    expect(await crashed.read<string>('document.body.innerText')).toContain('Unsaved changes')
  })
})

describe('TITLE-41 pasting under the portal’s own content security policy', () => {
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">Plain text </span><span style="font-weight:700;">bold bit</span><span style="font-style:italic;font-weight:400"> italic bit</span></p></b>`
  const sign = `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>`
  const word = ['Erstens', 'Zweitens'].map(
    text => `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>${sign}${text}<o:p></o:p></p>`,
  )
  const sheet =
    '<table><tr><th>Day</th><th>Class</th></tr><tr><td>Mon</td><td style="font-weight:bold">Yoga</td></tr></table>'

  test('what Docs, Word and Sheets put on the clipboard comes as it looks', async () => {
    const { page, complaints } = await kit.as('tenant')
    // A host that demands trusted types as well takes nothing down.
    await page.route(/\/media\/contentTitles\/add$/, async route => {
      const answer = await route.fetch()
      const policy = `${answer.headers()['content-security-policy']}; require-trusted-types-for 'script'`
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': policy },
      })
    })
    await page.goto(`${kit.url()}/media/contentTitles/add`)
    await page.getByRole('button', { name: 'Add formatting' }).click()
    const box = page.locator('.kn-rich-text')
    await box.click()
    for (const html of [docs, sheet, word.join('')]) {
      await box.evaluate((element, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', text)
        const pasted = { clipboardData, bubbles: true, cancelable: true }
        element.dispatchEvent(new ClipboardEvent('paste', pasted))
      }, html)
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
    }
    await expect
      .poll(() => box.locator('li').allInnerTexts())
      .toEqual(['Erstens', 'Zweitens', expect.stringMatching(/^\s*$/)])
    expect(await box.locator('strong').allInnerTexts()).toEqual(['bold bit'])
    expect(await box.locator('em').allInnerTexts()).toEqual([' italic bit'])
    expect(await box.innerText()).toContain('Day, Class')
    expect(await box.innerText()).not.toContain('·')
    expect(complaints.filter(words => /TrustedHTML/.test(words))).toEqual([])
  })
})
