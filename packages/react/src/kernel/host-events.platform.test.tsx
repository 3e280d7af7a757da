import { createListeners, type ErrorCode, errorTable, KinoraError, titles } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { useMemo } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import type { BrowserUploads } from '../adapters/lazy-queue.ts'
import { kinoraAs, kinoraHere, password } from '../testing/platform.tsx'
import { ToastProvider } from '../ui/overlay/toast.tsx'
import {
  followPage,
  type HostError,
  type HostEventName,
  type HostEvents,
  toHostError,
} from './host-events.ts'
import type { Kinora, KinoraOptions } from './kinora.ts'
import { KinoraProvider } from './provider.tsx'
import { useDraft } from './use-draft.ts'

const out = { kind: 'loggedOut', reason: 'none' } as const
const arrived = { phase: 'encoding', digest: '', encoded: false, faults: 0 } as const
const uploading = { kind: 'uploading', nextChunk: 1, total: 2, sentBytes: 0, faults: 0 } as const
const retrying = (error: KinoraError) =>
  ({ attempt: 1, dueAt: 0, error, from: { at: 'start', replace: false } }) as const

/** A queue that stands as it is told to: the state of each file by its tag. */
function createQueue() {
  const listeners = new Set<() => void>()
  let items: UploadItem[] = []
  const queue = {
    getSnapshot: () => ({ items, blocked: undefined, elsewhere: undefined }),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become(states: Record<string, UploadItem['state']>) {
      items = Object.entries(states).map(
        ([tag, state]) =>
          ({ id: `video:${tag}`, tag, role: 'video', fileName: `${tag}.mp4`, state }) as UploadItem,
      )
      for (const listener of listeners) listener()
    },
  }
  return queue as typeof queue & BrowserUploads
}

const names: readonly HostEventName[] = [
  'upload.finished',
  'upload.failed',
  'title.saved',
  'title.published',
  'session.ended',
  'error',
]

/** A page, and all that its host is told. */
async function open(options: KinoraOptions = {}) {
  const kinora = await kinoraAs('tenant', options)
  const told: [string, unknown][] = []
  for (const name of names) kinora.on(name, value => told.push([name, value]))
  return { kinora, told }
}

describe('EMBED-01 what a host is told of its page', () => {
  test('a title that is made, changed and can’t be published', async () => {
    const failures: HostError[] = []
    const { kinora, told } = await open({ onError: failure => failures.push(failure) })
    const { tag } = await kinora.session.send(titles.create, { className: 'Told' })
    await kinora.session.send(titles.update, { tag, className: 'Told again' })
    await kinora.session.send(titles.find, { titleTags: [tag] })
    const publish = kinora.session.send(titles.publish, { tag })
    await expect(publish).rejects.toMatchObject({ name: 'KinoraError' })
    expect(told.slice(0, 2)).toEqual([
      ['title.saved', { tag }],
      ['title.saved', { tag }],
    ])
    expect(told.slice(2)).toEqual([['error', failures[0]]])
    expect(failures).toEqual([expect.objectContaining({ kind: 'refused' })])
  })

  test('a title that is published; not one that is taken back, or will be published once its file is there', async () => {
    // The server’s answer to who may publish; whether a title is ready is asked elsewhere.
    const publishing: typeof fetch = (url, init) =>
      String(url).includes('/title/publish/') ? Promise.resolve(Response.json({})) : fetch(url, init)
    const { kinora, told } = await open({ fetch: publishing })
    const ask = (more: object) => kinora.session.send(titles.publish, { tag: 't1', ...more })
    await ask({ publish: false })
    await ask({ whenReady: true })
    await ask({})
    expect(told).toEqual([['title.published', { tag: 't1' }]])
  })

  test('a session that ends, and a listener that has enough', async () => {
    const { kinora, told } = await open()
    const more = vi.fn()
    const stop = kinora.on('session.ended', more)
    await kinora.session.logout()
    stop()
    await kinora.session.login({ email: 'tenant@demo.kinora.test', password })
    await kinora.session.logout()
    const ended = ['session.ended', { reason: 'logout' }]
    expect([told, more.mock.calls.length]).toEqual([[ended, ended], 1])
  })

  test('a file that the server holds, and one that it refuses; not those of an earlier visit', () => {
    const listeners = createListeners<HostEvents>()
    const told: [string, unknown][] = []
    for (const name of names) listeners.on(name, value => told.push([name, value]))
    const error = new KinoraError('refused')
    const queue = createQueue()
    followPage(
      { session: { subscribe: () => () => undefined, getSnapshot: () => out } as never, uploads: queue },
      listeners,
    )
    queue.become({ done: { kind: 'complete', digest: '' } })
    queue.become({ a: uploading, b: uploading })
    queue.become({ a: { kind: 'processing', ...arrived }, b: { kind: 'retrying', ...retrying(error) } })
    queue.become({ a: { kind: 'complete', digest: '' }, b: { kind: 'failed', error, phase: 'upload' } })
    expect(told).toEqual([
      ['upload.finished', { tag: 'a', role: 'video', fileName: 'a.mp4' }],
      ['upload.failed', { tag: 'b', role: 'video', fileName: 'b.mp4', error }],
    ])
  })

  test('a listener that throws stops nothing', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onTestFinished(() => log.mockRestore())
    const { kinora, told } = await open()
    const trouble = new Error('of the host')
    kinora.on('title.saved', () => {
      throw trouble
    })
    const { tag } = await kinora.session.send(titles.create, { className: 'Thrown' })
    expect(told).toEqual([['title.saved', { tag }]])
    expect(log).toHaveBeenCalledWith('A listener of title.saved failed', trouble)
  })

  test('a server that can’t be reached, and a token that can’t be had', async () => {
    const failures: string[] = []
    const onError = ({ kind }: HostError) => void failures.push(kind)
    const away = { fetch: () => Promise.reject(new TypeError('Failed to fetch')), onError }
    await expect(kinoraHere({ ...away, getToken: () => 'any' })).rejects.toMatchObject({ code: 'offline' })
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    onTestFinished(() => log.mockRestore())
    const none = { onError, getToken: () => Promise.reject(new Error('no host')) }
    await expect(kinoraHere(none)).rejects.toMatchObject({ code: 'server' })
    expect(failures).toEqual(['unreachable', 'token'])
  })

  test('every failure is one of a closed list', () => {
    const codes = Object.keys(errorTable).filter(code => code !== 'aborted') as ErrorCode[]
    const kinds = Object.fromEntries(codes.map(code => [code, toHostError(new KinoraError(code)).kind]))
    expect(kinds).toMatchObject({
      ...{ offline: 'unreachable', timeout: 'unreachable', unauthorised: 'token', forbidden: 'forbidden' },
      ...{ outdated: 'outdated', tooMany: 'busy', server: 'server', invalid: 'refused', notFound: 'refused' },
    })
    const issue = { path: 'origin', code: 'ui.host.refused' as const }
    expect(toHostError(new KinoraError('offline', { issues: [issue] })).kind).toBe('origin')
  })
})

describe('EMBED-01 guardLeave', () => {
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }

  function Form() {
    const stored = useMemo(() => ({ values: { name: '' }, version: 1 }), [])
    const { fill } = useDraft<{ name: string }>({
      stored,
      check: () => [],
      save: async () => ({ kind: 'busy' }),
    })
    return (
      <button type="button" onClick={() => fill({ name: 'Half a thought' })}>
        Type
      </button>
    )
  }

  async function openForm(kinora: Kinora) {
    return render(
      <KinoraProvider kinora={kinora}>
        <ToastProvider label="Notifications" dismissLabel="Dismiss" duration={() => 1}>
          <Form />
        </ToastProvider>
      </KinoraProvider>,
    )
  }

  test('the browser asks while something typed isn’t saved, and no longer once it is gone', async () => {
    const { kinora } = await open()
    const stop = kinora.guardLeave()
    onTestFinished(stop)
    const screen = await openForm(kinora)
    expect(leaving()).toBe(false)
    await screen.getByRole('button', { name: 'Type' }).click()
    await expect.poll(() => kinora.unsaved.has()).toBe(true)
    expect(leaving()).toBe(true)
    await screen.unmount()
    expect([kinora.unsaved.has(), leaving()]).toEqual([false, false])
  })
})
