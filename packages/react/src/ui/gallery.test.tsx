import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as screens from './frame/screens.stories.tsx'
import { Gallery } from './gallery.tsx'
import type { RootProps } from './index.ts'
import { axeRules, findSerious, renderInRoot } from './testing.tsx'

const looks: [string, RootProps, string[]?][] = [
  ['light', { theme: 'light' }],
  ['dark', { theme: 'dark', dir: 'rtl', lang: 'ar' }, axeRules.dark],
]

describe('NFR accessibility: every component in its states', () => {
  test.each(looks)('axe finds nothing serious, %s', async (_, root, rules) => {
    const { container } = await renderInRoot(<Gallery />, root)
    expect(await findSerious(container, rules)).toEqual([])
  })

  test.each([
    ['list', screens.List, 1280],
    ['list on a phone', screens.List, 360],
    ['edit', screens.Edit, 1280],
    ['edit on a phone', screens.Edit, 360],
  ])('axe finds nothing serious in a whole screen: %s', async (_, screen, width) => {
    await page.viewport(width, 800)
    const { container } = await renderInRoot(<screen.render />)
    expect(await findSerious(container)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await page.viewport(1280, 900)
  })
})
