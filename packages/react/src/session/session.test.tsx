import { storageKeys } from '@kinora/core'
import type { ReactNode } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { memoryStore } from '../adapters/storage.ts'
import { useSession } from '../kernel/provider.tsx'
import {
  type Account,
  kinoraAs,
  kinoraHere,
  password,
  platformUrl,
  renderWith,
} from '../testing/platform.tsx'
import { findSerious, holdTimers } from '../ui/testing.tsx'
import { AccountMenu } from './account-menu.tsx'
import { OfflinePopup } from './offline-popup.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { ActingBanner, ChooseTenantPrompt, TenantChooser } from './tenant-chooser.tsx'

beforeAll(async () => void (await platformUrl()))

const openForm = async (options: Parameters<typeof kinoraHere>[0] = {}) => {
  const kinora = await kinoraHere(options)
  const onSignedIn = vi.fn()
  const screen = await renderWith(kinora, <SignInForm onSignedIn={onSignedIn} />)
  const email = screen.getByRole('textbox', { name: 'Email' })
  const secret = screen.getByLabelText('Password', { exact: true })
  return { kinora, onSignedIn, screen, email, secret, button: screen.getByRole('button', { name: 'Log in' }) }
}

const stateOf = ({ container }: { container: Element }) =>
  container.querySelector('form')?.getAttribute('data-state')

describe('AUTH-03 the login screen', () => {
  test('has title, e-mail, password and button; axe finds nothing serious', async () => {
    const { screen, email, secret, button } = await openForm()
    await expect.element(screen.getByRole('heading', { name: 'Partner Portal' })).toBeVisible()
    for (const part of [email, secret, button]) await expect.element(part).toBeVisible()
    expect(screen.container.querySelectorAll('input, select, textarea').length).toBe(2)
    const acts = [...screen.container.querySelectorAll('button, a')]
    expect(acts.map(act => act.getAttribute('aria-label') ?? act.textContent)).toEqual([
      ...['Show password', 'Log in'],
    ])
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('the password can be shown', async () => {
    const { screen, secret } = await openForm()
    await expect.element(secret).toHaveAttribute('type', 'password')
    await screen.getByRole('button', { name: 'Show password' }).click()
    await expect.element(secret).toHaveAttribute('type', 'text')
    await screen.getByRole('button', { name: 'Hide password' }).click()
    await expect.element(secret).toHaveAttribute('type', 'password')
  })
})

describe('AUTH-04 AUTH-05 the button waits for two valid fields', () => {
  test.each([
    ['', '', false],
    ['a@b.co', '', false],
    ['a@b.co', '   ', false],
    ['a@b', 'x', false],
    ['a b@c.de', 'x', false],
    [' a@b.co ', 'x', true],
    ['a@b.co', 'x', true],
  ])('%j with %j: %s', async (address, word, ready) => {
    const { email, secret, button } = await openForm()
    await email.fill(address)
    await secret.fill(word)
    await expect.element(button).toHaveProperty('disabled', !ready)
  })
})

describe('AUTH-06 signing in', () => {
  test('AUTH-10 the right words lead in, and the sign-in ends in success', async () => {
    holdTimers(3000)
    const { kinora, screen, onSignedIn, email, secret, button } = await openForm()
    await email.fill('tenant@demo.kinora.test')
    await secret.fill(password)
    await button.click()
    await expect.poll(() => onSignedIn.mock.calls.length).toBe(1)
    expect(kinora.session.getSnapshot()).toMatchObject({ user: { displayName: 'Pulse House' } })
    await expect.poll(() => stateOf(screen)).toBe('success')
    await expect.element(button).toBeEnabled()
    expect(kinora.store.getItem(storageKeys.token)).not.toBeNull()
  })

  test('AUTH-10 the wrong ones are refused with the register’s text, and the sign-in ends in failed; what was typed stays', async () => {
    const { screen, onSignedIn, email, secret, button } = await openForm()
    await email.fill('nobody@demo.kinora.test')
    await secret.fill('wrong')
    await button.click()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Incorrect email address or password, please try again.')
    expect(stateOf(screen)).toBe('failed')
    await expect.element(email).toHaveValue('nobody@demo.kinora.test')
    await expect.element(button).toBeEnabled()
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('a server out of reach is not called a wrong password', async () => {
    const { screen, email, secret, button } = await openForm({
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await email.fill('tenant@demo.kinora.test')
    await secret.fill(password)
    await button.click()
    await expect.element(screen.getByRole('alert')).not.toMatchTextContent('Incorrect')
  })
})

describe('AUTH-12 the forced sign-out', () => {
  test('comes once, at the first sign-in of a browser, and says so', async () => {
    const store = memoryStore()
    const { kinora, screen, onSignedIn, email, secret, button } = await openForm({
      store,
      forcedSignOut: true,
    })
    await email.fill('provider@demo.kinora.test')
    await secret.fill(password)
    await button.click()
    await expect.element(screen.getByRole('status').filter({ hasText: 'log in once more' })).toBeVisible()
    expect([kinora.session.getSnapshot().kind, onSignedIn.mock.calls.length]).toEqual(['loggedOut', 0])
    await secret.fill(password)
    await button.click()
    await expect.poll(() => onSignedIn.mock.calls.length).toBe(1)
    const later = await kinoraHere({ store, forcedSignOut: true })
    expect(later.session.getSnapshot().kind).toBe('loggedIn')
  })
})

/** The menu stands below the point where somebody is signed in, as in a host. */
const WhileSignedIn = ({ children }: { children: ReactNode }) =>
  useSession().kind === 'loggedIn' ? children : null

describe('AUTH-08 the account menu', () => {
  test.each<[Account, string, string]>([
    ['admin', 'Ada Okafor', 'admin'],
    ['provider', 'Ironside Training', 'provider'],
    ['tenant', 'Pulse House', 'tenant'],
    ['support', 'Sam Lindqvist', 'customer support'],
  ])('%s: the name, the role and the way out', async (account, name, role) => {
    const kinora = await kinoraAs(account)
    const onSignedOut = vi.fn()
    const screen = await renderWith(
      kinora,
      <WhileSignedIn>
        <AccountMenu onSignedOut={onSignedOut} />
      </WhileSignedIn>,
    )
    await screen.getByRole('button', { name: `Account menu for ${name}` }).click()
    const menu = screen.getByRole('menu')
    await expect.element(menu.getByText(role, { exact: true })).toBeVisible()
    await expect.element(menu.getByText(`${account}@demo.kinora.test`)).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('menuitem', { name: 'Log out' }).click()
    await expect.poll(() => onSignedOut.mock.calls.length).toBe(1)
    expect(kinora.session.getSnapshot().kind).toBe('loggedOut')
  })
})

describe('C-99 one’s own password', () => {
  test('the account menu changes it; a wrong old one is said beside its field, and this session goes on', async () => {
    const kinora = await kinoraAs('provider')
    const send = vi.spyOn(kinora.session, 'send')
    const screen = await renderWith(kinora, <AccountMenu />)
    await screen.getByRole('button', { name: 'Account menu for Ironside Training' }).click()
    await screen.getByRole('menuitem', { name: 'Change password…' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Change password' })
    const current = dialog.getByLabelText('Current password', { exact: false })
    const next = dialog.getByLabelText('New password', { exact: false })
    await expect.element(current).toHaveAttribute('autocomplete', 'current-password')
    await expect.element(next).toHaveAttribute('autocomplete', 'new-password')
    await current.fill('Kinora-demo-2')
    await next.fill('too-weak')
    await expect
      .element(dialog.getByText('Password needs 8 characters, an uppercase letter and a digit'))
      .toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await next.fill('Kinora-demo-1')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect.element(dialog.getByText('This isn’t your current password.')).toBeVisible()
    const tokens = { token: 'of-the-new-session', refreshToken: 'its-refresh-token' }
    send.mockResolvedValueOnce(tokens as never)
    await current.fill(password)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect.element(screen.getByText('Password changed')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(send.mock.lastCall?.[1]).toEqual({ currentPassword: password, newPassword: password })
    expect(kinora.store.getItem(storageKeys.token)).toBe(tokens.token)
    expect(kinora.session.getSnapshot().kind).toBe('loggedIn')
  })
})

describe('ROLE-04 ROLE-05 the choice of a tenant', () => {
  test('customer support is asked, chooses, and the choice is kept', async () => {
    const kinora = await kinoraAs('support')
    const screen = await renderWith(kinora, <ChooseTenantPrompt />)
    await expect.element(screen.getByText('Please choose a tenant to start.')).toBeVisible()
    await screen.getByRole('combobox', { name: 'Tenant' }).click()
    await screen.getByRole('option', { name: /Pulse House/ }).click()
    const kept = [storageKeys.csTenantId, storageKeys.tenantId, storageKeys.tenantName]
    await expect
      .poll(() => kept.map(key => kinora.store.getItem(key)))
      .toEqual(['pulsehouse', 'pulsehouse', 'Pulse House'])
    await expect.element(screen.getByRole('combobox', { name: 'Tenant' })).toMatchTextContent('Pulse House')
    const later = await kinoraHere({ store: kinora.store })
    expect(later.session.getSnapshot()).toMatchObject({ tenant: { tenantId: 'pulsehouse' } })
    later.session.chooseTenant(undefined)
    expect(kept.map(key => kinora.store.getItem(key))).toEqual([null, null, null])
  })

  test('the banner says for whom it acts, and stops it', async () => {
    const kinora = await kinoraAs('support')
    kinora.session.chooseTenant({ tenantId: 'pulsehouse', name: 'Pulse House' })
    const screen = await renderWith(kinora, <ActingBanner />)
    await expect.element(screen.getByRole('status')).toHaveTextContent('You are acting for Pulse House.')
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Stop acting' }).click()
    await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
    expect(kinora.store.getItem(storageKeys.csTenantId)).toBeNull()
  })

  test.each<Account>(['admin', 'provider', 'tenant'])('%s is not asked', async account => {
    const screen = await renderWith(await kinoraAs(account), <TenantChooser />)
    await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument()
  })
})

describe('SESS-14 the offline popup', () => {
  test('stands there while the browser is offline and goes afterwards', async () => {
    const kinora = await kinoraHere()
    const screen = await renderWith(kinora, <OfflinePopup />)
    const popup = screen.getByRole('alert')
    await expect.element(popup).not.toBeInTheDocument()
    window.dispatchEvent(new Event('offline'))
    await expect.element(popup).toHaveTextContent('Please Check Your Internet Connection.')
    expect(await findSerious(screen.container)).toEqual([])
    window.dispatchEvent(new Event('online'))
    await expect.element(popup).not.toBeInTheDocument()
  })
})
