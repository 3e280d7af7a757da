import { describe, expect, test } from 'vitest'
import { Gallery } from './gallery.tsx'
import type { RootProps } from './index.ts'
import { findSerious, renderInRoot } from './testing.tsx'

const looks: [string, RootProps][] = [
  ['light', { theme: 'light' }],
  ['dark', { theme: 'dark' }],
  ['right to left', { theme: 'dark', dir: 'rtl', lang: 'ar' }],
]

describe('NFR accessibility: every component in its states', () => {
  test.each(looks)('axe finds nothing serious, %s', async (_, root) => {
    const { container } = await renderInRoot(<Gallery />, root)
    expect(await findSerious(container)).toEqual([])
  })
})
