import { contract, createApi, storageKeys } from '@kinora/core'
import type { ComponentType } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import type { Kinora } from './kernel/kinora.ts'
import { kinoraAs, password, platformUrl, renderWith } from './testing/platform.tsx'

/** The servers that the pages of the documentation name. */
const servers = /^(https:\/\/(media|kinora)\.example\.com|http:\/\/127\.0\.0\.1:4700)(?=\/|$)/

let url: string
let token: string
beforeAll(async () => {
  url = await platformUrl()
  token = (await kinoraAs('tenant')).store.getItem(storageKeys.token)!
})

/** A snippet as it stands, in this page; its server is the platform, and its reader has what it leaves to them. */
async function run<T = unknown>(
  file: string,
  given: Record<string, unknown> = {},
  hostToken = token,
): Promise<T> {
  for (const [name, value] of Object.entries(given)) vi.stubGlobal(name, value)
  const own = fetch
  vi.stubGlobal('fetch', function (this: unknown, address: string | Request, init?: RequestInit) {
    // As the browser's own does, which is a method of the page.
    if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation')
    if (address === '/site-api/token') return Promise.resolve(Response.json({ token: hostToken }))
    if (address === '/kinora-token') return Promise.resolve(new Response(hostToken))
    return own(typeof address === 'string' ? address.replace(servers, url) : address, init)
  })
  const Request = XMLHttpRequest
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Request {
      override open(method: string, address: string) {
        super.open(method, address.replace(servers, url), true)
      }
    },
  )
  return import(/* @vite-ignore */ `/@snippets/${file}`)
}

/** A token of a tenant's site that only reads. */
async function siteToken(): Promise<string> {
  const { send } = (await kinoraAs('admin')).session
  const id = 'pulsehouse'
  const { accessKey, secretKey } =
    (await send(contract.tenants.keys, { id })).keys ??
    (await send(contract.tenants.generateKeys, { id })).keys!
  return (await send(contract.tenants.token, { accessKey, secretKey, readOnly: true })).token
}

/** Where a whole page of a recipe is mounted; the page of tests is cleaned after each. */
function inRoot(): void {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
}

async function signIn(screen: Awaited<ReturnType<typeof render>>): Promise<void> {
  await screen.getByRole('textbox', { name: 'Email' }).fill('tenant@demo.kinora.test')
  await screen.getByLabelText('Password', { exact: true }).fill(password)
  await screen.getByRole('button', { name: 'Log in' }).click()
}

describe('PKG-08 what the documentation shows for a page runs in a page, on the real platform', () => {
  test('README: a list and the tray, by the token of the host', async () => {
    const { Classes } = await run<{ Classes: ComponentType }>('README-md-1.tsx', { auth: { token } })
    const screen = await render(<Classes />)
    await expect.element(screen.getByRole('heading', { name: 'Content titles' })).toBeVisible()
    const links = screen.getByRole('row').getByRole('link')
    await expect.element(links.first()).toHaveAttribute('href', expect.stringMatching(/^\/classes\//))
  })

  test('README of @kinora/react: the host’s own server hands the token out', async () => {
    const { Titles } = await run<{ Titles: ComponentType }>('packages-react-README-md-1.tsx')
    const screen = await render(<Titles />)
    await expect.element(screen.getByRole('heading', { name: 'Content titles' })).toBeVisible()
    await expect.element(screen.getByRole('row').nth(1)).toBeVisible()
  })

  test('components.md, Embedding: people sign in by Kinora’s form and see their titles and their week', async () => {
    const { App } = await run<{ App: ComponentType }>('docs-components-md-2.tsx')
    const screen = await render(<App />)
    await signIn(screen)
    await expect.element(screen.getByRole('heading', { name: 'Content titles' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Schedule' })).toBeVisible()
    const links = screen.getByRole('row').getByRole('link')
    await expect.element(links.first()).toHaveAttribute('href', expect.stringMatching(/^\/classes\//))
  })

  test('KEY-06 embedding.md: one title of a session, whose list offers no more than it may', async () => {
    const { send } = (await kinoraAs('tenant')).session
    const { data } = await createApi(contract, send).titles.search({ take: 1 })
    const { className, tag } = data[0]!
    const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const rights = ['embed', 'read', 'titles'] as const
    const { keyId } = await send(contract.keys.create, { name: 'Studio', rights: [...rights], endsOn })
    const session = await send(contract['embed-sessions'].create, {
      keyId,
      user: { id: 'u-17', name: 'Jo Host' },
      rights: ['read', 'titles'],
      titles: { tags: [tag] },
      features: { delete: false },
    })
    const { OwnTitles } = await run<{ OwnTitles: ComponentType }>(
      'docs-embedding-md-1.tsx',
      {},
      session.token,
    )
    const screen = await render(<OwnTitles />)
    await expect.element(screen.getByRole('row').nth(1)).toBeVisible()
    expect(screen.getByRole('row').elements()).toHaveLength(2)
    await screen.getByRole('button', { name: `Actions for ${className}` }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Copy tag' })).toBeVisible()
    for (const name of ['Delete', 'Publish', 'Unpublish'])
      expect(screen.getByRole('menuitem', { name, exact: true }).elements()).toEqual([])
    expect(screen.getByRole('button', { name: 'Upload' }).elements()).toEqual([])
  })

  test('components.md, Lists: a list of one’s own', async () => {
    const given = { add: null, result: null, setResult: vi.fn(), remove: vi.fn(), rowLabel: () => 'Choose' }
    const { LabelList } = await run<{ LabelList: ComponentType<{ tenantId: string }> }>(
      'docs-components-md-1.tsx',
      given,
    )
    const screen = await renderWith(await kinoraAs('tenant'), <LabelList tenantId="pulsehouse" />)
    await expect.element(screen.getByRole('heading', { name: 'Labels' })).toBeVisible()
    await expect.element(screen.getByText(/^\d+ labels$/)).toBeVisible()
  })

  test('README of @kinora/core: the client with the page’s own fetch', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    await run('packages-core-README-md-1.ts')
    const send = (await kinoraAs('tenant')).session.send
    const { data } = await createApi(contract, send).titles.search({ take: 10 })
    // Other files add titles meanwhile.
    expect(log.mock.calls).toEqual([[data.map(() => expect.any(String))]])
  })

  test('README of @kinora/core and embedding.md: a file is sent without a component, and the server’s answer comes back', async () => {
    vi.spyOn(console, 'log').mockReturnValue(undefined)
    const file = new File([crypto.getRandomValues(new Uint8Array(1000))], 'class.mp4')
    const core = await run<{ send(file: File): Promise<string> }>('packages-core-README-md-2.ts')
    await expect(core.send(file)).rejects.toThrow('Allowed only mp4 type.')
    const { send } = (await kinoraAs('tenant')).session
    const { tag } = await send(contract.titles.create, { className: 'Sent by a page' })
    const page = await run<{ send(file: File, tag: string): Promise<unknown> }>('docs-embedding-md-2.ts')
    await expect(page.send(file, tag)).rejects.toThrow('Allowed only mp4 type.')
  })

  test('embedding.md: a page hears what happens', async () => {
    await run('docs-embedding-md-3.ts')
  })

  test('EMBED-05 embedding.md: a page speaks German', async () => {
    await run('docs-embedding-md-4.ts')
  })

  test('EMBED-04 embedding.md: a class and the week of a viewers’ site, by a token that only reads', async () => {
    const readOnly = await siteToken()
    const answer = await fetch(`${url}/api/v1/site/titles?take=1`, {
      headers: { authorization: `Bearer ${readOnly}` },
    })
    const { tag, className } = ((await answer.json()) as { data: { tag: string; className: string }[] })
      .data[0]!
    const { TodaysClass } = await run<{ TodaysClass: ComponentType<{ tag: string; userId: string }> }>(
      'docs-embedding-md-6.tsx',
      {},
      readOnly,
    )
    const screen = await render(<TodaysClass tag={tag} userId="m-7" />)
    await expect.element(screen.getByRole('heading', { name: className, level: 1 })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Play' })).toBeVisible()
    await expect.element(screen.getByText(/^Your time: /)).toBeVisible()
  })

  test('EMBED-07 recipes: a page that only uploads says what it doesn’t take', async () => {
    const { send } = (await kinoraAs('tenant')).session
    const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const rights = ['embed', 'titles', 'upload'] as const
    const { keyId } = await send(contract.keys.create, { name: 'Coaches', rights: [...rights], endsOn })
    const session = await send(contract['embed-sessions'].create, {
      ...{ keyId, user: { id: 'jo', name: 'Jo' }, rights: ['titles', 'upload'], titles: { own: true } },
    })
    inRoot()
    await run('docs-recipes-upload-only-page-md-2.tsx', {}, session.token)
    await expect.element(page.getByRole('heading', { name: 'Send us your classes' })).toBeVisible()
    const input = () => document.querySelector<HTMLInputElement>('[type=file]')
    await expect.poll(input).not.toBeNull()
    await userEvent.upload(input()!, new File(['no video'], 'class.mov', { type: 'video/quicktime' }))
    await expect.element(page.getByText(/Allowed only mp4, /)).toBeVisible()
  })

  test('EMBED-07 recipes: a site shows classes, and the one whose name is pressed', async () => {
    inRoot()
    await run('docs-recipes-a-site-in-an-afternoon-md-2.tsx', {}, await siteToken())
    await expect.element(page.getByRole('heading', { name: 'Pulse House' })).toBeVisible()
    const card = () => document.querySelector<HTMLAnchorElement>('.kn-viewer-cards a')
    await expect.poll(card).not.toBeNull()
    card()!.click()
    await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible()
    location.hash = ''
    await expect.element(page.getByRole('heading', { name: 'Pulse House' })).toBeVisible()
  })

  test('EMBED-05 locales.md: a language, another one, and what doesn’t fit a third', async () => {
    const { kinora, speakGerman } = await run<{ kinora: Kinora; speakGerman(): Promise<void> }>(
      'docs-locales-md-1.ts',
    )
    await speakGerman()
    expect(kinora.messages.locale).toBe('de')
    const { mistakesOf } = await run<{ mistakesOf(texts: Record<string, string>): unknown[] }>(
      'docs-locales-md-2.ts',
    )
    expect(mistakesOf({ 'no.such.text': 'Nic' })).toHaveLength(1)
  })

  test('every other snippet is one of the server, which runs where packages are packed', async () => {
    const { default: files } = await run<{ default: string[] }>('index.ts')
    expect(files.filter(file => !file.startsWith('packages-server'))).toEqual([
      ...['README-md-1.tsx', 'docs-api-md-1.ts', 'docs-captions-md-1.ts'],
      ...['docs-components-md-1.tsx', 'docs-components-md-2.tsx'],
      ...['docs-embedding-md-1.tsx', 'docs-embedding-md-2.ts', 'docs-embedding-md-3.ts'],
      ...['docs-embedding-md-4.ts', 'docs-embedding-md-5.ts', 'docs-embedding-md-6.tsx'],
      ...['docs-locales-md-1.ts', 'docs-locales-md-2.ts'],
      // Those with the number 1 are settings of Vite, which the compiler looks at.
      ...['docs-recipes-a-site-in-an-afternoon-md-1.ts', 'docs-recipes-a-site-in-an-afternoon-md-2.tsx'],
      ...['docs-recipes-upload-only-page-md-1.ts', 'docs-recipes-upload-only-page-md-2.tsx'],
      'docs-webhooks-md-1.ts',
      ...['packages-core-README-md-1.ts', 'packages-core-README-md-2.ts', 'packages-react-README-md-1.tsx'],
    ])
  })

  test('captions.md: captions are read and moved', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nBreathe in\n\n00:04.000 --> 00:03.000\nAnd out\n'
    await run('docs-captions-md-1.ts', { text })
    expect(log).toHaveBeenCalledWith(6, expect.stringMatching(/^webvtt\./), 'error')
  })
})
