import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import type { Kinora } from '../../src/kernel/kinora.ts'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import Compound from './compound.tsx'
import Hook from './hook.tsx'
import ReadyMade from './ready-made.tsx'

let kinora: Kinora
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('provider')
})

describe('EMBED-02 categories at three depths', () => {
  test('ready-made: a heading and the columns that the host wants, opened by it', async () => {
    const screen = await render(<ReadyMade kinora={kinora} />)
    await expect.element(screen.getByRole('heading', { name: 'Kinds of training' })).toBeVisible()
    await expect.element(screen.getByRole('table', { name: 'Kinds of training' })).toBeVisible()
    await expect.poll(() => screen.container.querySelectorAll('th[data-column]').length).toBe(2)
    await expect.poll(() => screen.container.querySelector('.kn-cell-name')).not.toBeNull()
    const name = screen.container.querySelector<HTMLElement>('.kn-cell-name')!
    name.click()
    await expect.element(screen.getByText(`Opened ${name.textContent}`)).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('compound: a count and a table', async () => {
    const screen = await render(<Compound kinora={kinora} />)
    await expect.element(screen.getByText(/^\d+ categories$/)).toBeVisible()
    await expect
      .element(screen.getByRole('row').getByRole('link').first())
      .toHaveAttribute('href', expect.stringMatching(/^\/categories\//))
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('hook: categories with their sub categories', async () => {
    const screen = await render(<Hook kinora={kinora} />)
    await expect.poll(() => screen.container.querySelectorAll('li').length).toBeGreaterThan(1)
    expect(await findSerious(screen.container)).toEqual([])
  })
})
