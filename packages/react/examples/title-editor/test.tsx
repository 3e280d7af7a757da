import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { axeRules, findSerious } from '../../src/ui/testing.tsx'
import TitleEditorExample from './index.tsx'
import { serverOf, states } from './states.ts'

afterEach(() => page.viewport(1280, 900))

const show = async (name: keyof typeof states, root = {}) => {
  const screen = await render(
    <TitleEditorExample options={serverOf(states[name])} tag={states[name]?.tag} root={root} />,
  )
  await expect.element(screen.getByRole('form', { name: 'Title' })).toBeVisible()
  return screen
}
const names = Object.keys(states) as (keyof typeof states)[]

describe('every state of the title editor', () => {
  test.each(names)('%s: axe finds nothing serious in light and dark', async name => {
    for (const theme of ['light', 'dark'] as const) {
      const screen = await show(name, { theme })
      expect(await findSerious(screen.container, theme === 'dark' ? axeRules.dark : undefined)).toEqual([])
      await screen.unmount()
    }
  })

  test.each([
    [360, 'ltr'],
    [360, 'rtl'],
    [2560, 'ltr'],
  ] as const)('nothing is wider than %i px, %s', async (width, dir) => {
    await page.viewport(width, 900)
    await show('full', { dir })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

describe('TITLE-31, VIDEO-12 where a title stands', () => {
  test('the steps tell their progress', async () => {
    const screen = await show('underWay')
    await expect.element(screen.getByText('Encoding, 42%').last()).toBeVisible()
    await expect
      .element(screen.getByRole('list', { name: 'Progress' }))
      .toHaveTextContent('Upload doneNormalize doneEncode in progress 42%Ready waiting')
  })

  test('a failure says why and offers the way on', async () => {
    const screen = await show('failed')
    await expect
      .element(
        screen.getByText('The file couldn’t be read as a video and may be damaged. Upload it again.').last(),
      )
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
