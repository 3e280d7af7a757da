import { errorTable, refusals } from '@kinora/core'
import { findHelp } from '@kinora/react'
import { describe, expect, test } from 'vitest'
import { readHelp, toHelpPage } from '../help-pages.ts'
import { routes } from '../src/routes.tsx'

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
