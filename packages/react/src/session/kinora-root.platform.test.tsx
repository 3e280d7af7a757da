import { HOST_TOKEN_LIMIT, storageKeys, titles } from '@kinora/core'
import { useState } from 'react'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { memoryStore } from '../adapters/storage.ts'
import { createKinora, type KinoraOptions } from '../kernel/kinora.ts'
import { useUser } from '../kernel/provider.tsx'
import { useWrite } from '../kernel/use-write.ts'
import { kinoraAs, password, platformUrl } from '../testing/platform.tsx'
import { TitleList } from '../titles/list/title-list.tsx'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { findSerious, holdTimers } from '../ui/testing.tsx'
import { KinoraRoot, type KinoraRootProps } from './kinora-root.tsx'

beforeAll(async () => void (await platformUrl()))

/** A host's page: its own heading, and Kinora's list below it. */
async function openHost(options: KinoraOptions, root: Omit<KinoraRootProps, 'kinora'> = {}) {
  const kinora = createKinora({ baseUrl: await platformUrl(), name: crypto.randomUUID(), ...options })
  const screen = await render(
    <>
      <h1>The host’s page</h1>
      <KinoraRoot kinora={kinora} {...root}>
        {root.children ?? <TitleList />}
      </KinoraRoot>
    </>,
  )
  onTestFinished(async () => {
    await expect.element(screen.getByRole('heading', { name: 'The host’s page' })).toBeVisible()
  })
  return { kinora, screen, list: screen.getByRole('heading', { name: 'Content titles' }) }
}

/** A server that takes a token no more, while it is told so. */
function ending() {
  const server = { refuses: false }
  const fetching: typeof fetch = (url, init) => {
    const headers = { ...(init?.headers as Record<string, string>), authorization: 'Bearer spoilt' }
    return fetch(url, server.refuses ? { ...init, headers } : init)
  }
  return { server, fetch: fetching }
}

const goodToken = async () => (await kinoraAs('admin')).store.getItem(storageKeys.token)

describe('a host’s token that is missing, wrong or expired leaves its page standing', () => {
  test.each([
    ['missing', undefined, 'none', 'You are signed out'],
    ['null', null, 'none', 'You are signed out'],
    ['wrong', 'spoilt', 'expired', 'Your session has ended'],
  ])('%s; with a good one the list is there', async (_, first, reason, words) => {
    let token: string | null | undefined = first
    const onSessionEnd = vi.fn()
    const { screen, list } = await openHost({ getToken: () => token }, { onSessionEnd })
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.poll(() => onSessionEnd.mock.calls).toEqual([[reason]])
    expect(await findSerious(screen.container)).toEqual([])
    token = await goodToken()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(list).toBeVisible()
  })

  test('one that can’t be had: the host is named, not the server, at the start and afterwards', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    const trouble = new Error('no identity provider')
    let answer = (): string | undefined => {
      throw trouble
    }
    const refuse = answer
    const timers = holdTimers(HOST_TOKEN_LIMIT)
    const { screen, list } = await openHost({ getToken: () => answer() })
    const words = screen.getByText('This site couldn’t confirm who you are. Try again.')
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(words).toBeVisible()
    expect(log).toHaveBeenCalledWith('getToken failed', trouble)
    expect([timers.started(), timers.held()]).toEqual([[HOST_TOKEN_LIMIT], []])
    answer = () => undefined
    await again.click()
    await expect.element(screen.getByText('Sign in on this site, then try again.')).toBeVisible()
    answer = refuse
    await again.click()
    await expect.element(words).toBeVisible()
    const token = (await goodToken()) ?? undefined
    answer = () => token
    await again.click()
    await expect.element(list).toBeVisible()
  })

  test('that never comes: the host is named, and asked again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const wait = window.setTimeout.bind(window)
    const soon = (act: () => void, milliseconds?: number) =>
      wait(act, milliseconds === HOST_TOKEN_LIMIT ? 0 : milliseconds)
    const clock = vi.spyOn(window, 'setTimeout').mockImplementation(soon as typeof setTimeout)
    onTestFinished(() => {
      log.mockRestore()
      clock.mockRestore()
    })
    let answer = (): Promise<string | undefined> => new Promise(() => undefined)
    const { screen, list } = await openHost({ getToken: () => answer() })
    await expect.element(screen.getByText('This site couldn’t confirm who you are. Try again.')).toBeVisible()
    clock.mockRestore()
    answer = async () => (await goodToken()) ?? undefined
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(list).toBeVisible()
  })

  test('a page that the server doesn’t let in: its origin and the setting are named', async () => {
    const token = await goodToken()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const asked = vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
      if (init?.mode === 'no-cors') return new Response()
      throw new TypeError('Failed to fetch')
    })
    onTestFinished(() => {
      log.mockRestore()
      asked.mockRestore()
    })
    const baseUrl = 'https://media.example'
    const { screen } = await openHost({ baseUrl, getToken: () => token })
    await expect.element(screen.getByText('This page isn’t let in')).toBeVisible()
    const words = `${baseUrl} doesn’t take calls from ${location.origin}. Whoever runs it adds ${location.origin} to the origins of an API key or to KINORA_ORIGINS; then try again.`
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('expired while it is used; a host that gets a new one is asked for it', async () => {
    const token = await goodToken()
    const { server, fetch } = ending()
    const onSessionEnd = vi.fn(async () => {
      server.refuses = false
    })
    const reasons: string[] = []
    const getToken = ({ reason }: { reason: string }) => {
      reasons.push(reason)
      return token
    }
    const { kinora, screen, list } = await openHost({ fetch, getToken }, { onSessionEnd })
    await expect.element(list).toBeVisible()
    expect([onSessionEnd.mock.calls, reasons]).toEqual([[], ['start']])
    server.refuses = true
    await kinora.queries.invalidateQueries()
    await expect.poll(() => onSessionEnd.mock.calls).toEqual([['expired']])
    await expect.element(list).toBeVisible()
    await expect.element(screen.getByText('Your session has ended')).not.toBeInTheDocument()
    // Calls that were on their way as it ended may be refused after it.
    expect(reasons.slice(0, 2)).toEqual(['start', 'refused'])
  })

  test('EMBED-01 refused while it is used, a host that has another is asked once for all, and nobody sees it', async () => {
    const { server, fetch } = ending()
    const reasons: string[] = []
    const getToken = async ({ reason }: { reason: string }) => {
      reasons.push(reason)
      server.refuses = false
      return (await kinoraAs('admin')).store.getItem(storageKeys.token)
    }
    const onSessionEnd = vi.fn()
    const { kinora, list } = await openHost({ fetch, getToken }, { onSessionEnd })
    await expect.element(list).toBeVisible()
    server.refuses = true
    const found = [1, 2, 3].map(take => kinora.session.send(titles.search, { take }))
    expect((await Promise.all(found)).map(({ data }) => data.length)).toEqual([1, 2, 3])
    expect([reasons, onSessionEnd.mock.calls]).toEqual([['start', 'refused'], []])
  })

  test('EMBED-01 while it is waited for, the shape of what comes is shown', async () => {
    let answer: ((token: string | null) => void) | undefined
    const token = new Promise<string | null>(resolve => {
      answer = resolve
    })
    const { screen, list } = await openHost({ getToken: () => token })
    await expect.element(screen.getByRole('status').getByText('Loading…')).toBeInTheDocument()
    expect(screen.container.querySelectorAll('.kn-waiting .kn-skeleton').length).toBeGreaterThan(0)
    answer!(await goodToken())
    await expect.element(list).toBeVisible()
  })

  test('another user’s token: nothing of the former user is left', async () => {
    let token = await goodToken()
    const { kinora, screen } = await openHost({ getToken: () => token }, { children: <Name /> })
    await expect.element(screen.getByText('Ada Okafor')).toBeVisible()
    kinora.queries.setQueryData(['titles'], 'of Ada')
    token = (await kinoraAs('tenant')).store.getItem(storageKeys.token)
    await kinora.session.start()
    await expect.element(screen.getByText('Pulse House')).toBeVisible()
    expect(kinora.queries.getQueryData(['titles'])).toBeUndefined()
  })
})

describe('CONST-07, ERR-15, ERR-20 how long a message stays', () => {
  test('3 s, and a second more for each 75 characters that it begins beyond the first', async () => {
    const started = vi.spyOn(window, 'setTimeout')
    onTestFinished(() => started.mockRestore())
    function Say() {
      const { show } = useToasts()
      const say = () => {
        for (const length of [75, 76, 151]) show({ text: 'x'.repeat(length) })
      }
      return (
        <button type="button" onClick={say}>
          Say
        </button>
      )
    }
    const token = await goodToken()
    const { screen } = await openHost({ getToken: () => token }, { children: <Say /> })
    await screen.getByRole('button', { name: 'Say' }).click()
    await expect.poll(() => screen.container.querySelectorAll('.kn-toast').length).toBe(3)
    const waits = started.mock.calls.map(([, wait]) => wait)
    expect(waits).toEqual(expect.arrayContaining([3000, 4000, 5000]))
  })
})

const Name = () => <p>{useUser().displayName}</p>

/** A page with something typed into it that isn't stored, and a call to make. */
function Desk() {
  const write = useWrite(titles.find)
  const [found, setFound] = useState<string>()
  const send = async () => {
    const result = await write.send({ titleTags: [] })
    setFound(result.kind)
  }
  return (
    <>
      <Name />
      <input aria-label="Note" />
      <button type="button" onClick={() => void send()}>
        Send
      </button>
      <p>Sent: {found ?? 'nothing'}</p>
    </>
  )
}

describe('28.5, AUTH-20: a session that ends while it is used', () => {
  const end = async () => {
    const store = memoryStore()
    const { kinora, screen } = await openHost({ store, tabStore: memoryStore() }, { children: <Desk /> })
    await screen.getByRole('textbox', { name: 'Email' }).fill('admin@demo.kinora.test')
    await screen.getByLabelText('Password', { exact: true }).fill(password)
    await screen.getByRole('button', { name: 'Log in' }).click()
    await screen.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
    for (const key of [storageKeys.token, storageKeys.refreshToken]) store.setItem(key, 'spoilt')
    await screen.getByRole('button', { name: 'Send' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Log in to continue' })
    await expect.element(dialog).toBeVisible()
    return {
      kinora,
      screen,
      dialog,
      store,
      note: screen.getByRole('textbox', { name: 'Note', includeHidden: true }),
    }
  }
  const signIn = async (dialog: Locator, email?: string) => {
    if (email !== undefined) await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByLabelText('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }

  test('the page stays, asks for the password in place, and what was refused is sent after that', async () => {
    const { screen, dialog, note } = await end()
    await expect.element(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('admin@demo.kinora.test')
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
    expect(await findSerious(document.body)).toEqual([])
    await signIn(dialog)
    await expect.element(note).toHaveValue('Half a thought')
    await expect.element(screen.getByText('Sent: done')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
  })

  test('put aside, it says that nothing is saved meanwhile', async () => {
    const { screen, dialog, note } = await end()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(note).toHaveValue('Half a thought')
    await expect
      .element(screen.getByText('You’re logged out. Nothing is saved until you log in again.'))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Log in' }).click()
    await signIn(dialog)
    await expect.element(screen.getByText('Sent: done')).toBeVisible()
  })

  test('another account finds nothing of the one before, and sends nothing of it', async () => {
    const { kinora, screen, dialog, note } = await end()
    kinora.tabStore.setItem('kinora.drafts', 'of Ada')
    await signIn(dialog, 'tenant@demo.kinora.test')
    await expect.element(screen.getByText('Pulse House')).toBeVisible()
    await expect.element(note).toHaveValue('')
    await expect.element(screen.getByText('Sent: nothing')).toBeVisible()
    expect(kinora.tabStore.getItem('kinora.drafts')).toBeNull()
  })

  test('a way out leads to the sign-in form', async () => {
    const { screen, dialog } = await end()
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Partner Portal' })).toBeVisible()
  })
})

test('28.5 the host’s sign-in opens in a window of its own; the page goes on when that is left', async () => {
  const token = await goodToken()
  const { server, fetch } = ending()
  const opened = vi.spyOn(window, 'open').mockReturnValue({} as Window)
  onTestFinished(() => opened.mockRestore())
  const { kinora, screen } = await openHost(
    { fetch, getToken: () => token },
    { children: <Desk />, signInHref: '/sign-in' },
  )
  await expect.element(screen.getByText('Ada Okafor')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  server.refuses = true
  await screen.getByRole('button', { name: 'Send' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  expect(opened.mock.calls[0]?.[0]).toBe('/sign-in')
  server.refuses = false
  window.dispatchEvent(new Event('focus'))
  await expect.element(screen.getByText('Sent: done')).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
  expect(kinora.session.getSnapshot().kind).toBe('loggedIn')
})

describe('a component that breaks leaves the host’s page standing', () => {
  test('says so, and can be tried again', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => quiet.mockRestore())
    let broken = true
    const Fragile = () => {
      if (broken) throw new Error('broken')
      return <p>Whole</p>
    }
    const token = await goodToken()
    const { screen } = await openHost({ getToken: () => token }, { children: <Fragile /> })
    await expect.element(screen.getByText('This couldn’t be loaded')).toBeVisible()
    broken = false
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Whole')).toBeVisible()
  })
})

describe('SESS-06 without getToken the host’s own keys of local storage stay its own', () => {
  test('they are neither sent nor changed; Kinora’s begin with its name', async () => {
    const own = Object.values(storageKeys)
    for (const key of own) localStorage.setItem(key, `host ${key}`)
    onTestFinished(() => localStorage.clear())
    const sent: string[] = []
    const { screen, list } = await openHost({
      name: 'embed',
      tabStore: memoryStore(),
      fetch: (url, init) => {
        sent.push(JSON.stringify([...new Headers(init?.headers)]))
        return fetch(url, init)
      },
    })
    await screen.getByRole('textbox', { name: 'Email' }).fill('admin@demo.kinora.test')
    await screen.getByLabelText('Password', { exact: true }).fill(password)
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.element(list).toBeVisible()
    expect(sent.filter(headers => headers.includes('host '))).toEqual([])
    expect(own.map(key => localStorage.getItem(key))).toEqual(own.map(key => `host ${key}`))
    expect(localStorage.getItem('embed.token')).not.toBeNull()
  })
})

describe('NFR a part whose script is lost', () => {
  test('is said no more once it has come', async () => {
    let isBack = false
    const Late = lazyPart(async () => {
      if (!isBack) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: () => <p>Here</p> }
    })
    const screen = await render(
      <KinoraRoot kinora={await kinoraAs('tenant')}>
        <LazyBoundary>
          <Late />
        </LazyBoundary>
      </KinoraRoot>,
    )
    await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    isBack = true
    await expect.element(screen.getByText('Here')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Reload' })).not.toBeInTheDocument()
  })

  // What it loses stays lost for the tests behind it.
  test('is said once for all that are lost, with the way to go on; what is around them stays', async () => {
    // A real request: Chromium keeps its failure as long as the page lives.
    const lost = () => lazyPart<object>(() => import(/* @vite-ignore */ `/nowhere-${crypto.randomUUID()}.js`))
    const [One, Other] = [lost(), lost()]
    const screen = await render(
      <KinoraRoot kinora={await kinoraAs('tenant')}>
        <p>Around them</p>
        <LazyBoundary>
          <One />
        </LazyBoundary>
        <LazyBoundary>
          <Other />
        </LazyBoundary>
      </KinoraRoot>,
    )
    await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect.element(screen.getByText('Around them')).toBeVisible()
    expect(screen.getByText(/Part of this page couldn’t be loaded/).elements()).toHaveLength(1)
  })
})
