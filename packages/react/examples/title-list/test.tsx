import { beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import Compound from './compound.tsx'
import Hook from './hook.tsx'
import ReadyMade from './ready-made.tsx'

beforeAll(async () => void (await platformUrl()))

describe('EMBED-02 titles at three depths', () => {
  test('ready-made: a fixed filter, a column, acts on a row and on many, and titles that the host opens', async () => {
    const kinora = await kinoraAs('admin')
    const screen = await render(<ReadyMade kinora={kinora} />)
    await expect.element(screen.getByRole('heading', { name: 'Published classes' })).toBeVisible()
    const part = screen.container.querySelector('[data-kn-part=title-list]')!
    await expect.poll(() => part.getAttribute('data-state')).toBe('ready')
    await expect.element(screen.getByRole('columnheader', { name: 'Code' })).toBeVisible()
    await expect.element(screen.getByRole('table', { name: 'Published classes' })).toBeVisible()
    expect(screen.container.querySelector('.kn-toolbar')?.classList).toContain('studio-bar')
    expect(screen.container.querySelector('.kn-page-actions')).toBeNull()
    expect(await findSerious(screen.container)).toEqual([])
    const status = screen.getByRole('status').first()
    const name = screen.container.querySelector<HTMLElement>('.kn-cell-name')!
    expect(name.localName).toBe('button')
    name.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(status).toHaveTextContent(`Opened ${name.textContent}`)
    await screen
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await screen.getByRole('menuitem', { name: 'Show code' }).click()
    await expect.element(status).toMatchTextContent(/^The code is GYM-/)
    await screen
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .click()
    await screen.getByRole('button', { name: 'List codes' }).click()
    await expect.element(status).toMatchTextContent(/^GYM-/)
  })

  test('compound: parts in the host’s order, over the same model', async () => {
    const screen = await render(<Compound kinora={await kinoraAs('provider')} />)
    await expect.element(screen.getByText(/^\d+ classes$/)).toBeVisible()
    const all = screen.getByText(/^\d+ classes$/).element().textContent
    await screen.getByRole('searchbox', { name: 'Search classes' }).fill('yoga')
    await expect.poll(() => screen.getByText(/^\d+ classes$/).element().textContent).not.toBe(all)
    await screen.getByRole('button', { name: 'Add filter' }).click()
    await screen.getByRole('menuitem', { name: 'State' }).click()
    await screen.getByRole('option', { name: 'Published', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('button', { name: 'Remove filter State' })).toBeVisible()
    await expect.element(screen.getByRole('table', { name: 'Classes' })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('hook: data and acts, no markup of ours', async () => {
    const kinora = await kinoraAs('provider')
    const screen = await render(<Hook kinora={kinora} />)
    const off = screen.getByRole('button', { name: /^Unpublish / }).first()
    await off.click()
    await expect.element(screen.getByRole('status').first()).toMatchTextContent(/: off$/)
    const name = screen
      .getByRole('status')
      .first()
      .element()
      .textContent!.replace(/: off$/, '')
    await screen.getByRole('button', { name: `Publish ${name}`, exact: true }).click()
    await expect.element(screen.getByRole('status').first()).toHaveTextContent(`${name}: on`)
    expect(await findSerious(screen.container)).toEqual([])
  })
})
