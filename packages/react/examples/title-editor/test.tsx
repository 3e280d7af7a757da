import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { axeRules, findSerious } from '../../src/ui/testing.tsx'
import TitleEditorExample from './index.tsx'
import { serverOf, states } from './states.ts'

const show = async (name: keyof typeof states) => {
  const options = serverOf(states[name])
  const inLook = (theme: 'light' | 'dark') => (
    <TitleEditorExample options={options} tag={states[name]?.tag} root={{ theme }} />
  )
  const screen = await render(inLook('light'))
  await expect.element(screen.getByRole('form', { name: 'Title' })).toBeVisible()
  return { ...screen, darken: () => screen.rerender(inLook('dark')) }
}
const names = Object.keys(states) as (keyof typeof states)[]

describe('every state of the title editor', () => {
  test.each(names)('%s: axe finds nothing serious in light and dark', async name => {
    const { container, darken } = await show(name)
    expect(await findSerious(container)).toEqual([])
    await darken()
    expect(await findSerious(container, axeRules.dark)).toEqual([])
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
