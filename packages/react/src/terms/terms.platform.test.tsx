import { terms } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../kernel/kinora.ts'
import { DRAFTS_KEY } from '../kernel/tab-storage.ts'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { SiteTerms } from './site-terms.tsx'
import { toPreviewDocument } from './terms-preview.tsx'

const tenantId = 'nordicmove'
const tags = ['sv-SE', 'nb-NO', 'fi-FI', 'zh-CN', 'en-US']
const html = (tag: string, words = '<p>Hej</p>') => new File([words], `villkor.${tag}.html`)

let kinora: Kinora
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('admin')
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const stored = async () => (await kinora.session.send(terms.versions, { tenantId })).data
const chooser = () => document.querySelector<HTMLInputElement>('[type=file][multiple]')!

describe('TERMS-02 to TERMS-07, C-108 the terms of a site', () => {
  test('C-88, NAV-59 all files at once, what is missing is said at its language, then a version and its preview', async () => {
    await renderWith(kinora, <SiteTerms tenantId={tenantId} locked />)
    await expect.element(page.getByRole('combobox', { name: 'Tenant' })).toBeDisabled()
    await expect.element(page.getByText('0 of 5 languages have a file')).toBeVisible()
    await userEvent.upload(chooser(), [
      ...tags.slice(0, 4).map(tag => html(tag)),
      new File(['x'], 'misc.html'),
    ])
    await expect.element(page.getByText('4 of 5 languages have a file')).toBeVisible()
    await expect.element(page.getByText(/^The language of misc\.html isn’t known/)).toBeVisible()
    await button('Upload terms').click()
    for (const name of ['Required Title', 'Choose the .html file in English (United States).'])
      await expect.element(page.getByRole('link', { name })).toBeVisible()
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect.element(title).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('link', { name: 'Required Title' }).click()
    await expect.element(title).toHaveFocus()
    expect(await stored()).toEqual([])
    expect(await findSerious(document.body)).toEqual([])

    await userEvent.upload(chooser(), [html('en-US', '<h1>Terms</h1><script>alert(1)</script>')])
    await title.fill('First')
    await expect.element(title).not.toHaveAttribute('aria-invalid', 'true')
    await button('Upload terms').click()
    await expect.element(page.getByText('Version 1 uploaded')).toBeVisible()
    await expect.element(page.getByText('0 of 5 languages have a file')).toBeVisible()
    expect((await stored()).map(({ languageCode }) => languageCode).sort()).toEqual([...tags].sort())

    await button('Preview English (United States)').click()
    const frame = page.getByTitle(/^English \(United States\): villkor/)
    await expect.element(frame).toBeVisible()
    const { sandbox, srcdoc } = frame.element() as HTMLIFrameElement
    expect([sandbox.length, srcdoc]).toEqual([0, expect.stringContaining('<h1>Terms</h1></body>')])
  })

  test('28.3 one set of files for many tenants: what each lacks is said before, what became of each after', async () => {
    await renderWith(kinora, <SiteTerms />)
    const form = page.getByRole('form', { name: 'Upload to many tenants' })
    for (const name of ['Nordic Move', 'Pulse House']) {
      await form.getByRole('combobox', { name: /Tenants/ }).click()
      await page.getByRole('option', { name }).click()
      await userEvent.keyboard('{Escape}')
    }
    const row = (name: string) => form.getByRole('row', { name: new RegExp(name) })
    await expect.element(row('Pulse House').getByText(/^Lacks English/)).toBeVisible()
    await expect.element(form.getByRole('button', { name: 'Upload to 0 tenants' })).toBeDisabled()
    const before = await stored()
    await userEvent.upload(
      form.element().querySelector('input[type=file]')!,
      tags.map(tag => html(tag, `<p>${tag} for many</p>`)),
    )
    await expect.element(row('Nordic Move').getByText('Has every language')).toBeVisible()
    await form.getByRole('button', { name: 'Upload to 1 tenant' }).click()
    await expect.element(form.getByText('Required Title')).toBeVisible()
    await form.getByRole('textbox', { name: 'Title' }).fill('For many')
    await form.getByRole('button', { name: 'Upload to 1 tenant' }).click()
    await expect.element(row('Nordic Move').getByText(/^Version \d+ uploaded$/)).toBeVisible()
    await expect.element(row('Pulse House').getByText(/^Lacks/)).toBeVisible()
    expect((await stored()).length).toBe(before.length + tags.length)
    expect(await findSerious(document.body)).toEqual([])
  })

  test('28.5 what was typed is back after a reload, and the files that can’t be are named', async () => {
    const first = await renderWith(kinora, <SiteTerms tenantId={tenantId} />)
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Autumn')
    await userEvent.upload(
      chooser(),
      tags.slice(0, 2).map(tag => html(tag)),
    )
    await expect.element(page.getByText('2 of 5 languages have a file')).toBeVisible()
    const kept = kinora.tabStore.getItem(DRAFTS_KEY)!
    // Left behind it is forgotten; a reload leaves nothing.
    await first.unmount()
    expect(kinora.tabStore.getItem(DRAFTS_KEY)).toBeNull()
    kinora.tabStore.setItem(DRAFTS_KEY, kept)
    await renderWith(kinora, <SiteTerms tenantId={tenantId} />)
    await expect.element(title).toHaveValue('Autumn')
    await expect.element(page.getByText('Your unsaved changes are back.')).toBeVisible()
    await expect
      .element(page.getByText(/Choose these once more: villkor\.sv-SE\.html, villkor\.nb-NO\.html/))
      .toBeVisible()
    await userEvent.upload(chooser(), [html('sv-SE')])
    await expect.element(page.getByText('1 of 5 languages have a file')).toBeVisible()
    await expect
      .element(page.getByText('villkor.nb-NO.html was chosen before. Choose it again.'))
      .toBeVisible()
    expect(await findSerious(document.body)).toEqual([])
  })

  test('28.5 so are the tenants that a set of files is for', async () => {
    const first = await renderWith(kinora, <SiteTerms />)
    const form = page.getByRole('form', { name: 'Upload to many tenants' })
    await form.getByRole('textbox', { name: 'Title' }).fill('For all')
    await form.getByRole('combobox', { name: /Tenants/ }).click()
    await page.getByRole('option', { name: 'Nordic Move' }).click()
    await userEvent.keyboard('{Escape}')
    await userEvent.upload(form.element().querySelector('input[type=file]')!, [html('sv-SE')])
    await expect.poll(() => kinora.tabStore.getItem(DRAFTS_KEY)).toMatch(/villkor.*|For all/)
    const kept = kinora.tabStore.getItem(DRAFTS_KEY)!
    await first.unmount()
    kinora.tabStore.setItem(DRAFTS_KEY, kept)
    await renderWith(kinora, <SiteTerms />)
    await expect.element(form.getByRole('textbox', { name: 'Title' })).toHaveValue('For all')
    await expect.element(form.getByRole('row', { name: /Nordic Move/ })).toBeVisible()
    await expect.element(form.getByText(/Choose these once more: villkor\.sv-SE\.html/)).toBeVisible()
  })

  test('C-108 of what was uploaded nothing is kept that runs, loads or leads elsewhere', () => {
    const page = `<h2 onclick="a()" style="color:red">Text</h2><a href="https://evil.test">out</a><a href="#two">in</a>
      <img src="https://evil.test/x.png" alt="x"><form action="/x"><input></form><iframe src="/"></iframe><style>p{}</style>`
    const made = toPreviewDocument(page, { tag: 'ar-SA', dir: 'rtl' })
    expect(made).toContain('lang="ar-SA" dir="rtl"')
    expect(made).toContain('<h2>Text</h2><a>out</a><a href="#two">in</a>')
    expect(made).toContain('<img alt="x">')
    expect(made).not.toMatch(/evil|<form|<input|<iframe|<style|onclick/)
    expect(made).toContain("default-src 'none'")
  })
})
