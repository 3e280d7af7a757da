import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { findSerious } from '../../src/ui/testing.tsx'
import ThemingExample from './index.tsx'

describe('NFR theming example: tokens of a host', () => {
  test.each([
    ['light', 'rgb(138, 59, 18)'],
    ['dark', 'rgb(180, 86, 31)'],
  ] as const)('%s', async (theme, accent) => {
    const screen = await render(<ThemingExample theme={theme} />)
    const button = screen.getByRole('button', { name: 'Add title' }).element()
    expect(getComputedStyle(button).backgroundColor).toBe(accent)
    expect(getComputedStyle(button).borderStartStartRadius).toBe('999px')
    expect(await findSerious(screen.container)).toEqual([])
  })
})
