import { describe, expect, test } from 'vitest'
import * as screens from './frame/screens.stories.tsx'
import { Gallery } from './gallery.tsx'
import type { RootProps } from './index.ts'
import { axeRules, findSerious, findSeriousInLooks, renderInRoot } from './testing.tsx'

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
    ['list', screens.List],
    ['edit', screens.Edit],
  ])('a whole screen: %s; nothing serious in light, dark, right to left and narrow', async (_, screen) => {
    expect(await findSeriousInLooks(await renderInRoot(<screen.render />))).toEqual([])
  })
})
