import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import Compound from './compound.tsx'
import Hook from './hook.tsx'
import ReadyMade from './ready-made.tsx'

beforeAll(async () => void (await platformUrl()))

describe('EMBED-02 members at three depths', () => {
  test('ready-made: those who are on, and acts of the host on each', async () => {
    const screen = await render(<ReadyMade kinora={await kinoraAs('tenant')} />)
    const menu = screen.getByRole('button', { name: /^Actions for / }).first()
    await menu.click()
    await expect
      .element(screen.getByRole('menuitem', { name: 'Customer record' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/customers\//))
    await screen.getByRole('menuitem', { name: 'Write to them' }).click()
    await expect.element(screen.getByText(/^Writing to .+@/)).toBeVisible()
    expect(screen.container.querySelector('header h1')).not.toBeNull()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('compound and hook: somebody is turned off and on again', async () => {
    const kinora = await kinoraAs('tenant')
    const screen = await render(<Compound kinora={kinora} />)
    await expect.element(screen.getByText(/^\d+ members$/)).toBeVisible()
    const name = screen.container.querySelector('.kn-cell-name')!.textContent!
    const act = async (word: string) => {
      await screen.getByRole('button', { name: `Actions for ${name}` }).click()
      await screen.getByRole('menuitem', { name: word }).click()
    }
    const row = () => screen.getByRole('row').filter({ hasText: name }).element().textContent
    await act('Turn off')
    await expect.poll(row).toMatch(/Off$/)
    expect(await findSerious(screen.container)).toEqual([])
    await screen.unmount()
    const own = await render(<Hook kinora={kinora} />)
    const box = own.getByRole('checkbox', { name })
    await expect.element(box).not.toBeChecked()
    await box.click()
    await expect.element(box).toBeChecked()
    expect(await findSerious(own.container)).toEqual([])
  })
})
