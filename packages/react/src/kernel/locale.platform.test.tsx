import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import de from '../../../core/locales/de.json'
import { memoryStore } from '../adapters/storage.ts'
import { KinoraRoot, type KinoraRootProps } from '../session/kinora-root.tsx'
import { platformUrl } from '../testing/platform.tsx'
import { createKinora, type KinoraOptions } from './kinora.ts'

beforeAll(async () => void (await platformUrl()))

/** A host’s sign-in form in a language. */
async function openHost(options: KinoraOptions, root: Omit<KinoraRootProps, 'kinora'> = {}) {
  const stores = { store: memoryStore(), tabStore: memoryStore(), name: crypto.randomUUID() }
  const kinora = createKinora({ baseUrl: await platformUrl(), ...stores, ...options })
  const screen = await render(<KinoraRoot kinora={kinora} {...root} />)
  return { kinora, screen, root: () => screen.container.querySelector('.kn-root')! }
}

describe('EMBED-05 a host’s page speaks its language', () => {
  test('words wait for their texts; lang and direction follow, also when it changes', async () => {
    let arrive = (): void => undefined
    const texts = new Promise<{ default: typeof de }>(resolve => {
      arrive = () => resolve({ default: de })
    })
    const { kinora, screen, root } = await openHost(
      { locale: 'de', localeTexts: () => texts },
      { fallback: <p>The host’s own waiting</p> },
    )
    await expect.element(screen.getByText('The host’s own waiting')).toBeVisible()
    arrive()
    await expect
      .element(screen.getByRole('button', { name: de['loginPage.submit'], exact: true }))
      .toBeVisible()
    expect([root().getAttribute('lang'), root().getAttribute('dir')]).toEqual(['de', 'ltr'])
    await kinora.speech.speak('ar', async () => ({ 'loginPage.submit': 'دخول' }))
    await expect.element(screen.getByRole('button', { name: 'دخول' })).toBeVisible()
    expect([root().getAttribute('lang'), root().getAttribute('dir')]).toEqual(['ar', 'rtl'])
  })

  test('texts that don’t load leave a page in English, and say why in the console', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => said.mockRestore())
    const { screen } = await openHost({
      locale: 'fr',
      localeTexts: () => Promise.reject(new Error('no such file')),
    })
    await expect.element(screen.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    expect(said.mock.calls.map(([words]) => words)).toContain('No texts of fr')
  })
})

describe('EMBED-01 a host’s page keeps its look and its name', () => {
  test('the sign-in form is called as the product is; a text of the host goes before', async () => {
    const named = await openHost({ productName: 'Lumen Studio' })
    await expect.element(named.screen.getByRole('heading', { name: 'Lumen Studio' })).toBeVisible()
    const texts = { 'loginPage.title': 'Welcome to Lumen' }
    const told = await openHost({ productName: 'Lumen Studio', texts })
    await expect.element(told.screen.getByRole('heading', { name: 'Welcome to Lumen' })).toBeVisible()
  })

  test.each(['light', 'dark'])('theme="inherit" is %s where what is around it is', async scheme => {
    document.body.style.colorScheme = scheme
    onTestFinished(() => {
      document.body.style.colorScheme = ''
    })
    const { root } = await openHost({}, { theme: 'inherit' })
    expect(getComputedStyle(root()).colorScheme).toBe(scheme)
  })
})
