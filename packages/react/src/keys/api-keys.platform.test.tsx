import { keys, sessions } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { ApiKeys } from './api-keys.tsx'

beforeAll(async () => void (await platformUrl()))

const statusWith = async (secret: string) =>
  (await fetch(`${await platformUrl()}/api/v1/verify`, { headers: { authorization: `Bearer ${secret}` } }))
    .status

describe('KEY-01 API keys in the portal', () => {
  test('one is made and shown once, gets a new secret, and is revoked', async () => {
    const kinora = await kinoraAs('tenant')
    const screen = await renderWith(kinora, <ApiKeys />)
    await screen.getByRole('button', { name: 'Create API key' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await expect.element(dialog.getByText('Choose at least one right.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly portal')
    await dialog.getByRole('checkbox', { name: 'Publish and unpublish' }).click()
    await dialog.getByRole('textbox', { name: 'Networks' }).fill('10.0.0.0/99')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await expect.element(dialog.getByText(/Networks are addresses/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Networks' }).fill('127.0.0.0/8\n::1')
    expect(await findSerious(screen.container)).toEqual([])
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await expect.element(dialog.getByText(/You won’t be able to see it again/)).toBeVisible()
    const shown = () => (dialog.getByRole('textbox', { name: 'Key' }).element() as HTMLInputElement).value
    const first = shown()
    expect(await statusWith(first)).toBe(200)
    await expect.element(dialog.getByRole('button', { name: 'Copy key' })).toBeVisible()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect.element(screen.getByRole('cell', { name: /^Nightly portal/ })).toBeVisible()
    expect(document.body.textContent).not.toContain(first)
    expect(await findSerious(screen.container)).toEqual([])

    await screen.getByRole('button', { name: 'New secret for “Nightly portal”' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    await expect.element(dialog.getByText(/You won’t be able to see it again/)).toBeVisible()
    const second = shown()
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    await screen.getByRole('button', { name: 'Revoke “Nightly portal”' }).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect.element(screen.getByRole('cell', { name: /^Nightly portal/ })).not.toBeInTheDocument()
    expect(await statusWith(second)).toBe(401)
    expect((await kinora.session.send(keys.list, {})).data.map(({ name }) => name)).not.toContain(
      'Nightly portal',
    )
  })

  test('KEY-04 one’s own sign-ins are listed, and another one is ended', async () => {
    const [kinora, other] = [await kinoraAs('provider'), await kinoraAs('provider')]
    const screen = await renderWith(kinora, <ApiKeys />)
    await expect.element(screen.getByText('This one')).toBeVisible()
    const own = (await other.session.send(sessions.list, {})).data.find(({ isCurrent }) => isCurrent)!
    const { data } = await kinora.session.send(sessions.list, {})
    const others = data.filter(({ isCurrent }) => !isCurrent)
    expect(others.map(({ sessionId }) => sessionId)).toContain(own.sessionId)
    const end = screen.getByRole('button', { name: /^End the sign-in of/ })
    await expect.element(end.first()).toBeVisible()
    // The latest is the first below the one of this page or above it.
    const nth = others.findIndex(({ sessionId }) => sessionId === own.sessionId)
    await end.nth(nth).click()
    await expect.element(screen.getByText('Sign-in ended')).toBeVisible()
    const left = (await kinora.session.send(sessions.list, {})).data
    expect(left.map(({ sessionId }) => sessionId)).not.toContain(own.sessionId)
  })
})
