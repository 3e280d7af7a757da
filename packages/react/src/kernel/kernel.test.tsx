import { contract, createApi, Role, sessionTexts } from '@kinora/core'
import { useMemo } from 'react'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { memoryStore } from '../adapters/storage.ts'
import { type Account, kinoraAs, kinoraHere, platformUrl, renderWith } from '../testing/platform.tsx'
import { createKinora } from './kinora.ts'
import { useTexts } from './message.ts'
import { useSession } from './provider.tsx'
import { RoleGate } from './tenant-gate.tsx'

beforeAll(async () => void (await platformUrl()))

function Remembering() {
  const { text } = useTexts(sessionTexts)
  return <p>{useMemo(() => text('loginPage.title'), [text])}</p>
}

const gates = (
  <>
    <RoleGate role={Role.Admin}>for administrators</RoleGate>
    <RoleGate role={Role.Admin} inverted>
      for all others
    </RoleGate>
  </>
)

describe('ROLE-03 role gate', () => {
  test.each<[Account, string]>([
    ['admin', 'for administrators'],
    ['provider', 'for all others'],
    ['tenant', 'for all others'],
    ['support', 'for all others'],
  ])('%s sees what is %s', async (account, words) => {
    const { container } = await renderWith(await kinoraAs(account), gates)
    expect(container.querySelector('.kn-root')?.firstChild?.textContent).toBe(words)
  })

  test('nobody signed in: neither side shows', async () => {
    const { container } = await renderWith(await kinoraHere(), gates)
    expect(container.textContent).toBe('')
  })
})

const Greeting = () => {
  const { text } = useTexts()
  return <h1>{text('loginPage.title')}</h1>
}

describe('I18N-03 texts replaced at run time', () => {
  test('every component shows a replaced text at once', async () => {
    const kinora = await kinoraHere()
    const screen = await renderWith(
      kinora,
      <>
        <Greeting />
        <Greeting />
      </>,
    )
    await expect.element(screen.getByRole('heading', { name: 'Partner Portal' }).nth(1)).toBeVisible()
    for (const words of ['Studio', 'Club']) {
      kinora.messages.setTranslation('loginPage.title', words)
      await expect.element(screen.getByRole('heading', { name: words }).nth(1)).toBeVisible()
    }
  })

  test('one that remembers its words too', async () => {
    const kinora = await kinoraHere()
    const screen = await renderWith(kinora, <Remembering />)
    kinora.messages.setTranslation('loginPage.title', 'Remembered anew')
    await expect.element(screen.getByText('Remembered anew')).toBeVisible()
  })
})

describe('I18N-03 texts that the server keeps', () => {
  test('an open page shows what an administrator replaces, before a sign-in too; the next one begins with it', async () => {
    const store = memoryStore()
    const options = { serverTexts: true, store }
    const screen = await renderWith(await kinoraHere(options), <Greeting />)
    const heading = (name: string) => screen.getByRole('heading', { name })
    await expect.element(heading('Partner Portal')).toBeVisible()
    const admin = await kinoraAs('admin', { serverTexts: true })
    const { translations } = createApi(contract, admin.session.send)
    const key = 'loginPage.title'
    await translations.set({ key, text: 'Studio' })
    onTestFinished(async () => void (await translations.remove({ key }).catch(() => undefined)))
    await (await admin.serverTexts!()).changed()
    expect(admin.messages.text(key)).toBe('Studio')
    await expect.element(heading('Studio')).toBeVisible()
    expect(createKinora({ serverTexts: true, store }).messages.text(key)).toBe('Studio')
    expect(createKinora({ ...options, texts: { [key]: 'Host' } }).messages.text(key)).toBe('Host')
    expect(createKinora({ store }).messages.text(key)).toBe('Partner Portal')
    await translations.remove({ key })
    await (await admin.serverTexts!()).changed()
    await expect.element(heading('Partner Portal')).toBeVisible()
    store.setItem('kinora.texts', '{')
    expect(createKinora(options).messages.text(key)).toBe('Partner Portal')
  })
})

const Who = () => {
  const state = useSession()
  return <p>{state.kind === 'loggedIn' ? state.user.displayName : state.kind}</p>
}

describe('two Kinoras on one page', () => {
  test('share no session, texts, answers or uploads', async () => {
    const one = await kinoraAs('admin', { texts: { 'loginPage.title': 'One' } })
    const other = await kinoraHere({ texts: { 'loginPage.title': 'Other' } })
    const content = (
      <>
        <Greeting />
        <Who />
      </>
    )
    const first = await renderWith(one, content)
    const second = await renderWith(other, content)
    const both = () => [first.container.textContent, second.container.textContent]
    expect(both()).toEqual(['OneAda Okafor', 'OtherloggedOut'])
    one.messages.setTranslation('loginPage.title', 'First')
    one.queries.setQueryData(['titles'], 1)
    one.tabStore.setItem('kinora.lists', '{}')
    await expect.poll(both).toEqual(['FirstAda Okafor', 'OtherloggedOut'])
    expect([other.queries.getQueryData(['titles']), other.tabStore.getItem('kinora.lists')]).toEqual([
      undefined,
      null,
    ])
    expect(one.uploads).not.toBe(other.uploads)
    await other.session.login({ email: 'provider@demo.kinora.test', password: 'Kinora-demo-1' })
    await one.session.logout()
    await expect.poll(both).toEqual(['FirstloggedOut', 'OtherIronside Training'])
  })
})
