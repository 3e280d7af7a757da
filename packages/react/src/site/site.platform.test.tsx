import { site, siteContent, titles } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../kernel/kinora.ts'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { CustomLinkForm } from './custom-link-form.tsx'
import { CustomLinkList } from './custom-link-list.tsx'
import { AppLinksForm, SocialLinksForm } from './link-set-form.tsx'
import { SiteAsOf } from './site-as-of.tsx'
import { SiteGeneralForm, SiteWebForm } from './site-forms.tsx'

let kinora: Kinora
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('tenant')
})

const list = async (configurationType: 'web' | 'social' | 'app' | 'custom') =>
  (await kinora.session.send(site.list, { tenantId: 'pulsehouse', configurationType })).data
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: RegExp) => page.getByRole('textbox', { name })

describe('SITE-01 to SITE-15 the tenant’s own site', () => {
  test('SITE-03, SITE-14 colours say their contrast, show at once and are saved as hex alone', async () => {
    await renderWith(kinora, <SiteWebForm />)
    await field(/^Accent colour/).fill('#77777')
    await button('Save').click()
    await expect.element(page.getByRole('link', { name: /^Write the colour as #/ })).toBeVisible()
    await field(/^Accent colour/).fill('#777777')
    await expect.element(page.getByText('On light pages: 4.4 to 1, for large text only')).toBeVisible()
    const preview = document.querySelector<HTMLElement>('.kn-site-page')!
    expect(preview.style.getPropertyValue('--site-accent')).toBe('#777777')
    expect(getComputedStyle(preview).getPropertyValue('forced-color-adjust')).toBe('none')
    await page.getByRole('button', { name: 'Dark' }).click()
    expect(preview.style.getPropertyValue('--site-surface')).not.toBe('#ffffff')
    expect(await findSerious(document.body)).toEqual([])
    await button('Save').click()
    await expect
      .poll(async () => (await list('web'))[0])
      .toMatchObject({ accentColor: '#777777', version: 2 })
  })

  test('SITE-07, SITE-08, SITE-13 Twitter is called X; a link comes, changes and goes with its URL', async () => {
    await renderWith(kinora, <SocialLinksForm />)
    await expect.element(page.getByRole('heading', { name: 'X', exact: true })).toBeVisible()
    expect(document.body.textContent).not.toContain('Twitter')
    await field(/^Page URL/)
      .nth(2)
      .fill('nowhere')
    await button('Save').click()
    await expect.element(page.getByRole('link', { name: 'Url is not valid' })).toBeVisible()
    await field(/^Page URL/)
      .nth(2)
      .fill('instagram.com/pulse')
    await field(/^Page URL/)
      .nth(0)
      .fill('')
    await page.getByRole('switch', { name: 'Shown on the site State', exact: true }).nth(1).click()
    await expect.element(page.getByText('Not on the site', { exact: true })).toBeVisible()
    await button('Save').click()
    await expect
      .poll(async () =>
        (await list('social')).map(row => row.configurationType === 'social' && [row.httpLink, row.status]),
      )
      .toEqual([
        ['https://instagram.com/pulse', true],
        ['https://x.com/example', false],
      ])
  })

  test('SITE-09, SITE-07 the app has a URL in each store', async () => {
    const apps = async () =>
      (await list('app')).map(
        row => 'configurationSubType' in row && [row.configurationSubType, row.httpLink],
      )
    await renderWith(kinora, <AppLinksForm />)
    for (const [nth, name] of ['App Store (iOS)', 'Google Play (Android)'].entries()) {
      await expect.element(page.getByRole('heading', { name })).toBeVisible()
      await field(/^Store URL/)
        .nth(nth)
        .fill(`store.example/${nth}`)
    }
    await button('Save').click()
    await expect.poll(apps).toEqual([
      ['Android', 'https://store.example/1'],
      ['Apple', 'https://store.example/0'],
    ])
  })

  test('SITE-03, VAL-01 title and contact e-mail are asked for at their fields', async () => {
    await renderWith(kinora, <SiteGeneralForm />)
    await field(/^App title/).fill('')
    await field(/^Contact e-mail/).fill('a@b')
    await button('Save').click()
    for (const name of ['Required App title', 'Contact e-mail is not valid'])
      await expect.element(page.getByRole('link', { name })).toBeVisible()
  })

  test('SITE-10, C-106 custom links are added, put in order by key and deleted singly', async () => {
    let added: string | undefined
    const onAdded = (tag: string) => {
      added = tag
    }
    const { unmount } = await renderWith(kinora, <CustomLinkForm onAdded={onAdded} />)
    await button('Create link').click()
    await expect.element(page.getByRole('link', { name: 'Required Link Text' })).toBeVisible()
    await field(/^Link(?! text)/)
      .first()
      .fill('blog.example.com')
    await field(/^Link text/).fill('Blog')
    await button('Create link').click()
    const names = async () => (await list('custom')).map(row => 'linkText' in row && row.linkText)
    await expect.poll(names).toEqual(['Shop', 'Studios', 'Blog'])
    await expect.poll(async () => added === (await list('custom')).at(-1)?.tag).toBe(true)
    await unmount()

    const { unmount: leave } = await renderWith(kinora, <CustomLinkList rowHref={tag => `#${tag}`} />)
    await expect.element(button('Move Blog')).toBeVisible()
    button('Move Blog').element().focus()
    await userEvent.keyboard('{Home}')
    await expect.poll(names).toEqual(['Blog', 'Shop', 'Studios'])
    await expect.element(page.getByText('Moved “Blog” to 1 of 3')).toBeInTheDocument()
    await button('Actions for Blog').click()
    await expect.element(page.getByRole('menuitem', { name: 'Move to the top' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await leave()

    await renderWith(kinora, <CustomLinkForm id={added!} />)
    await button('Delete link').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete link' }).click()
    await expect.poll(names).toEqual(['Shop', 'Studios'])
  })
})

describe('LIVE-03 the site at any moment', () => {
  test('a slider, by key as well, and a moment tell what the site shows then', async () => {
    const admin = await kinoraAs('admin')
    const { data } = await kinora.session.send(siteContent.titles, { tenantId: 'pulsehouse', take: 1 })
    const [{ tag, className } = { tag: '', className: '' }] = data
    const inTwentyDays = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await admin.session.send(titles.update, { tag, endDate: inTwentyDays })
    await renderWith(kinora, <SiteAsOf tenantId="pulsehouse" />)
    const slider = page.getByRole('slider', { name: 'Days from today' })
    const named = page.getByText(className, { exact: true })
    await expect.element(named).toBeVisible()
    expect(slider.element().getAttribute('aria-valuetext')).toBe('At present')
    slider.element().focus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => named.elements().length).toBe(0)
    expect(slider.element().getAttribute('aria-valuetext')).toMatch(/\d{4} \d{2}:\d{2}$/)
    expect(await findSerious(document.body)).toEqual([])
    await admin.session.send(titles.update, { tag, endDate: null })
  })

  test('what couldn’t be read is said, and isn’t shown as a site without titles', async () => {
    await renderWith(await kinoraAs('provider'), <SiteAsOf tenantId="pulsehouse" />)
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(page.getByText(/^0 titles/).elements()).toEqual([])
  })
})
