import { errorTable, refusals } from '@kinora/core'
import { findHelp } from '@kinora/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readHelp, toHelpPage } from '../help-pages.ts'
import { routes } from '../src/routes.tsx'
import { goInside, setUp } from './portal.ts'

const pages = readHelp()

describe('28.5 the help centre', () => {
  test.each(routes.map(({ path }) => path))('has a page for %s', path => {
    expect(findHelp(pages, { path: path.replaceAll('$', '') })?.page.sections.length).toBeGreaterThan(0)
  })

  const codes = [
    ...Object.keys(refusals),
    ...Object.keys(errorTable),
    'featureUnavailable',
    'tenantNotChosen',
  ]
  test.each(codes)('has a section for the refusal %s', code => {
    expect(findHelp(pages, { code })?.section?.content.length).toBeGreaterThan(0)
  })

  test('names no refusal and no route that there isn’t, each refusal once, and links only to pages', () => {
    const named = pages.flatMap(({ sections }) => sections.flatMap(({ codes }) => codes))
    expect([...named].sort()).toEqual([...new Set(codes)].sort())
    const paths = routes.map(({ path }) => path)
    const isPath = (route: string) => paths.some(path => path === route || path.startsWith(`${route}/`))
    expect(pages.flatMap(page => page.routes).filter(route => !isPath(route))).toEqual([])
    const links = [...JSON.stringify(pages).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href)
    expect(links.filter(href => !paths.includes(href!))).toEqual([])
  })

  test('a heading names its refusals in braces, and lists and links stay what they are', () => {
    const page = toHelpPage(
      'a',
      '---\ntitle: A\nroutes: /a, /b\n---\nHi **you**\n\n## Not now {a.b, c}\n- [x](/a)\n',
    )
    expect(page).toEqual({
      ...{ slug: 'a', title: 'A', routes: ['/a', '/b'] },
      intro: [{ tag: 'p', content: ['Hi ', { tag: 'strong', content: ['you'] }] }],
      sections: [
        {
          ...{ id: 'not-now', title: 'Not now', codes: ['a.b', 'c'] },
          content: [
            { tag: 'ul', content: [{ tag: 'li', content: [{ tag: 'a', href: '/a', content: ['x'] }] }] },
          ],
        },
      ],
    })
  })
})

const kit = setUp()

describe('28.5 help in the portal', () => {
  test('leads from a page to its help, is searched, and goes back to the page it names', async () => {
    const { page } = await kit.at('tenant', '/media/labels')
    await page.getByRole('link', { name: 'Help for this page' }).click()
    await page.getByRole('heading', { level: 1, name: /^Categories, labels/ }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Help' }).click()
    await page.getByRole('searchbox', { name: 'Search help' }).fill('undo gives each')
    await page.getByRole('link', { name: 'Jobs, and taking one back' }).click()
    await page.getByRole('heading', { level: 2, name: 'Jobs, and taking one back' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Jobs, and taking one back')
    await page.getByRole('main').getByRole('link', { name: 'Jobs' }).click()
    await page.waitForURL(/contentTitles\/jobs$/)
  })

  test('a refusal leads to its section', async () => {
    const { page } = await kit.at('tenant', '/help?code=outdated')
    await page.getByRole('heading', { level: 2, name: 'Somebody saved before you' }).waitFor()
  })

  test('C-148, ROLE-16 a closed feature leads to a support ticket with account, tenant and page', async () => {
    const { settings } = kit.platform().deps
    settings.supportUrl = 'https://help.example/new?form=7'
    onTestFinished(() => {
      settings.supportUrl = undefined
    })
    const page = await kit.tab('tenant')
    await page.goto(`${kit.url()}/admin/report?q=secret`)
    const link = page.getByRole('main').getByRole('link', { name: 'Submit a support ticket' })
    const href = new URL((await link.getAttribute('href'))!)
    expect([href.origin, Object.fromEntries(href.searchParams)]).toEqual([
      'https://help.example',
      {
        form: '7',
        account: 'tenant@demo.kinora.test',
        tenant: 'Pulse House (pulsehouse)',
        page: `${kit.url()}/admin/report`,
      },
    ])
    settings.supportUrl = undefined
    await page.goto(`${kit.url()}/admin/report`)
    await page.getByText('Please submit a support ticket').waitFor()
    await goInside(page, '/help')
    expect(await page.getByRole('link', { name: 'Submit a support ticket' }).count()).toBe(0)
  })
})
