import { tenants } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import CompoundReports from './compound.tsx'
import HookReports from './hook.tsx'
import ReadyMadeReports from './ready-made.tsx'

beforeAll(async () => void (await platformUrl()))

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const figures = { type: 'contentUsage', startDate: day(29), endDate: day(0) } as const

describe('EMBED-02 the reports in three depths', () => {
  test('ready-made: two reports of one tenant, which nobody can choose another of', async () => {
    const kinora = await kinoraAs('admin')
    const [tenant] = (await kinora.session.send(tenants.list, {})).data
    const screen = await render(<ReadyMadeReports kinora={kinora} tenantId={tenant!.tenantId} />)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Usage and billing' })).toBeVisible()
    const sentence = new RegExp(`^Content usage .*for ${tenant!.name}$`)
    await expect.element(screen.getByRole('heading', { level: 2, name: sentence })).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Tenant' })).not.toBeInTheDocument()
    await expect.element(screen.getByText('Figures of today are complete tomorrow.')).toBeVisible()
    await expect
      .poll(() => screen.container.querySelector('[data-kn-part="reports"]')!.getAttribute('data-state'))
      .toMatch(/ready|empty/)
    expect(screen.container.querySelector('section.figures')).not.toBeNull()
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('combobox', { name: 'Report' }).click()
    await expect
      .poll(() =>
        screen
          .getByRole('option')
          .elements()
          .map(each => each.textContent),
      )
      .toEqual(['Content usage', 'Billable users'])
  })

  test('compound: parts in an order of the host’s own, and a button that changes what is asked', async () => {
    const screen = await render(<CompoundReports kinora={await kinoraAs('admin')} />)
    await expect.element(screen.getByRole('heading', { level: 2, name: /all tenants$/ })).toBeVisible()
    await screen.getByRole('button', { name: /^Only / }).click()
    const sentence = screen.getByRole('heading', { level: 2 })
    await expect.element(sentence).toMatchTextContent(/from (.+) to \1 for/)
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('hook: figures and the file in markup of the host’s own, a mistake in words', async () => {
    const kinora = await kinoraAs('admin')
    const screen = await render(<HookReports kinora={kinora} {...figures} />)
    await expect.element(screen.getByRole('button', { name: 'Download CSV' })).toBeVisible()
    expect(screen.container.querySelectorAll('dt').length).toBe(30)
    await screen.getByRole('button', { name: 'Download CSV' }).click()
    await expect.element(screen.getByText('Download complete')).toBeVisible()
    await screen.rerender(<HookReports kinora={kinora} {...figures} endDate={day(40)} />)
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/The last day is before the first/)
    expect(await findSerious(screen.container)).toEqual([])
  })
})
