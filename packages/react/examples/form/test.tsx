import { categories, newCategory } from '@kinora/core'
import type { Kinora } from '@kinora/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import CategoryExample from './ready-made.tsx'

let kinora: Kinora
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('tenant')
})

const tenantId = () => {
  const state = kinora.session.getSnapshot()
  return state.kind === 'loggedIn' ? state.user.tenants[0]!.tenantId : ''
}
const all = async () => (await kinora.session.send(categories.list, { tenantId: tenantId(), take: -1 })).data
const save = () => page.getByRole('button', { name: /^(Save|Create)/ })

describe('EMBED-02 fields of a noun’s form', () => {
  test('hidden ones are not there and keep what the host gives; a read-only one says so', async () => {
    const { container } = await render(<CategoryExample kinora={kinora} />)
    await expect.element(page.getByRole('heading', { name: 'Our category', level: 1 })).toBeVisible()
    await expect.element(page.getByRole('form', { name: 'New category' })).toBeVisible()
    expect(page.getByRole('switch').query()).toBeNull()
    const description = page.getByRole('group', { name: 'Description' }).getByRole('textbox').first()
    await expect.element(description).toHaveAttribute('readonly')
    await expect.element(description).toHaveAccessibleDescription(/Read only/)
    expect(container.querySelectorAll('[data-kn-part=categories-form]')).toHaveLength(1)
    expect(container.querySelector('.our-bar')).not.toBeNull()
    const name = `Given ${crypto.randomUUID().slice(0, 8)}`
    await page.getByRole('group', { name: 'Name' }).getByRole('textbox').first().fill(name)
    await save().click()
    await expect
      .poll(async () => (await all()).find(row => row.name.invariantText === name))
      .toMatchObject({
        isPromoted: true,
      })
    expect(await findSerious(container)).toEqual([])
  })

  test('of a stored row, what is hidden keeps what is stored', async () => {
    const given = `Stored ${crypto.randomUUID().slice(0, 8)}`
    await kinora.session.send(categories.create, {
      ...newCategory,
      tenantId: tenantId(),
      name: { ...newCategory.name, invariantText: given },
      isPromoted: true,
    })
    const { categoryId } = (await all()).find(row => row.name.invariantText === given)!
    await render(<CategoryExample kinora={kinora} id={categoryId} />)
    const field = page.getByRole('group', { name: 'Name' }).getByRole('textbox').first()
    const name = `Renamed ${crypto.randomUUID().slice(0, 8)}`
    await field.fill(name)
    await save().click()
    await expect
      .poll(async () => (await all()).find(row => row.categoryId === categoryId))
      .toMatchObject({
        isPromoted: true,
        name: { invariantText: name },
      })
  })
})
