import { embedSessions, keys, sessions } from '@kinora/core'
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
    await dialog.getByRole('textbox', { name: 'Origins' }).fill('https://studio.example/classes')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await expect.element(dialog.getByText(/without a path/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Origins' }).fill('https://studio.example')
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

  test('KEY-06 sessions of a key are listed and ended; pages of a key and of the tenant are replaced', async () => {
    const kinora = await kinoraAs('tenant')
    const { send } = kinora.session
    const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const name = `Studio ${crypto.randomUUID().slice(0, 8)}`
    const { keyId } = await send(keys.create, { name, rights: ['embed', 'read'], endsOn })
    const user = { id: 'u-17', name: `Jo of ${name}` }
    const made = await send(embedSessions.create, { keyId, user, rights: ['read'] })
    expect(await statusWith(made.token)).toBe(200)
    const screen = await renderWith(kinora, <ApiKeys />)
    await expect.element(screen.getByRole('cell', { name: new RegExp(`^${user.name}`) })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: `End the session of ${user.name}` }).click()
    await expect
      .element(screen.getByRole('cell', { name: new RegExp(`^${user.name}`) }))
      .not.toBeInTheDocument()
    expect(await statusWith(made.token)).toBe(401)

    await screen.getByRole('button', { name: `Origins of “${name}”` }).click()
    const field = () => screen.getByRole('dialog').getByRole('textbox', { name: 'Origins' })
    await field().fill('studio.example')
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByRole('dialog').getByText(/without a path/)).toBeVisible()
    await field().fill('https://studio.example')
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect((await send(keys.view, { keyId })).origins).toEqual(['https://studio.example'])

    await screen.getByRole('button', { name: 'Origins of the tenant' }).click()
    await field().fill('https://gym.example')
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    const { origins } = await send(embedSessions.origins, { tenantId: 'pulsehouse' })
    expect(origins).toEqual(['https://gym.example'])
    await send(embedSessions.setOrigins, { tenantId: 'pulsehouse', origins: [] })
    await send(keys.revoke, { keyId })
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
