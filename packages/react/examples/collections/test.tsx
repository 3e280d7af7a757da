import { collections } from '@kinora/core'
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
  kinora = await kinoraAs('tenant')
  const state = kinora.session.getSnapshot()
  const tenantId = state.kind === 'loggedIn' ? state.user.tenants[0]!.tenantId : ''
  for (const name of ['Depth one', 'Depth two'])
    await kinora.session.send(collections.create, { tenantId, name, description: name })
})

describe('EMBED-02 collections at three depths', () => {
  test('ready-made: those that members see alone, without a heading of ours', async () => {
    const screen = await render(<ReadyMade kinora={kinora} />)
    const part = () => screen.container.querySelector('[data-kn-part=collection-list]')
    await expect.poll(() => part()?.getAttribute('data-state')).toMatch(/ready|empty/)
    expect(screen.container.querySelectorAll('h1')).toHaveLength(1)
    await screen.getByRole('button', { name: 'List', exact: true }).click()
    await expect.element(screen.getByRole('table', { name: 'Collections' })).toBeVisible()
    expect(screen.container.textContent).not.toContain('Depth one')
    await screen.getByRole('button', { name: 'Add filter' }).click()
    expect(screen.getByRole('menuitem', { name: 'State' }).query()).toBeNull()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('compound: rows are chosen for the host’s act', async () => {
    const screen = await render(<Compound kinora={kinora} />)
    await screen.getByRole('checkbox', { name: 'Select Depth two' }).click()
    await expect.element(screen.getByText('1 selected')).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Delete' }).click()
    await expect.element(screen.getByText('Depth two')).not.toBeInTheDocument()
  })

  test('hook: the order is stored', async () => {
    const screen = await render(<Hook kinora={kinora} />)
    await expect.element(screen.getByText(/^Depth one/)).toBeVisible()
    const names = () => [...screen.container.querySelectorAll('li')].map(({ textContent }) => textContent)
    const last = names().at(-1)
    await screen.getByRole('button', { name: 'Last one first' }).click()
    await expect.poll(() => names()[0]).toBe(last)
    expect(await findSerious(screen.container)).toEqual([])
  })
})
