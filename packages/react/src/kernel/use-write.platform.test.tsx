import { labels } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { holdTimers } from '../ui/testing.tsx'
import { actingTenant } from './provider.tsx'
import { useRead } from './use-read.ts'
import { useWrite, type Write, type WriteOptions } from './use-write.ts'

beforeAll(async () => void (await platformUrl()))

/** A page that shows the labels of a tenant and can add one; `reads` counts how often they were asked for. */
async function open(options: WriteOptions<typeof labels.create> = {}) {
  const seen = { reads: 0, writes: 0, states: [] as string[] }
  const kinora = await kinoraAs('tenant', {
    fetch: (url, init) => {
      const { pathname } = new URL(String(url))
      if (pathname.endsWith('/label/get')) seen.reads += 1
      if (pathname.endsWith('/label/add')) seen.writes += 1
      return window.fetch(url, init)
    },
  })
  const { tenantId } = actingTenant(kinora.session.getSnapshot())!
  let write: Write<typeof labels.create>
  function Page() {
    const names = useRead(labels.list, { tenantId }).data?.data.map(({ name }) => Object.values(name)[0])
    write = useWrite(labels.create, options)
    if (seen.states.at(-1) !== write.state) seen.states.push(write.state)
    return (
      <main aria-busy={write.isPending} data-state={write.state}>
        {write.error?.code}
        {names && <p>{names.join(', ')}</p>}
      </main>
    )
  }
  const screen = await renderWith(kinora, <Page />)
  // A read that has no answer yet is not begun again after a write.
  await expect.poll(() => screen.container.querySelector('main p')).not.toBeNull()
  expect(seen.reads).toBe(1)
  const send = (name: string) =>
    write.send({ tenantId, name: name === '' ? {} : { 'en-GB': name }, isActive: true })
  return { screen, seen, send, abort: () => write.abort(), page: screen.getByRole('main') }
}

describe('CONST-13, E-10, SESS-18, SESS-20: the state of a call', () => {
  test('not started, started, success, and not started again by itself; a failure stays', async () => {
    const timers = holdTimers(3000)
    const { seen, send, page } = await open()
    await send('Success goes')
    // Counted where it is rendered: a state that is soon over can be gone before anybody looks.
    const states = ['notStarted', 'started', 'success', 'notStarted']
    await expect.poll(() => seen.states).toEqual(states.slice(0, 3))
    await expect.poll(() => timers.held()).toContain(3000)
    timers.letGo()
    await expect.poll(() => seen.states).toEqual(states)
    await send('')
    await expect.element(page).toHaveAttribute('data-state', 'failed')
    timers.letGo()
    await expect.element(page).toHaveAttribute('data-state', 'failed')
  })
})

describe('the one write path', () => {
  test('done: the answer comes back, it is said, and what was read of the noun is read again', async () => {
    const { screen, seen, send, page } = await open({ success: (_, { name }) => `${name['en-GB']} added` })
    const result = await send('Written once')
    expect(result).toEqual({ kind: 'done', output: { labelId: expect.any(String) } })
    await expect.element(screen.getByText('Written once added')).toBeVisible()
    await expect.element(page.getByText(/Written once/)).toBeVisible()
    await expect.poll(() => seen.reads).toBe(2)
    await expect.element(page).toHaveAttribute('aria-busy', 'false')
  })

  test('failed: the server’s reason is said, kept until the next, and all is read again all the same', async () => {
    const { screen, seen, send, page } = await open()
    expect(await send('')).toMatchObject({ kind: 'failed', error: { code: 'invalid' } })
    await expect.element(screen.getByText('Required Name')).toBeVisible()
    await expect.element(page).toMatchTextContent(/^invalid/)
    await expect.poll(() => seen.reads).toBe(2)
    await send('Written after a failure')
    await expect.element(page).not.toMatchTextContent(/^invalid/)
  })

  test('E-10 a second one while the first is in flight is busy and isn’t sent', async () => {
    const { seen, send } = await open()
    const results = await Promise.all([send('Pressed once'), send('Pressed twice')])
    expect(results.map(({ kind }) => kind)).toEqual(['done', 'busy'])
    expect(seen.writes).toBe(1)
  })

  test('in parallel, as the rows of a list need it, each is sent', async () => {
    const { send, page } = await open({ parallel: true })
    const results = await Promise.all([send('Side'), send('By side')])
    expect(results.map(({ kind }) => kind)).toEqual(['done', 'done'])
    await expect.element(page.getByText(/By side/)).toBeVisible()
    await expect.element(page).toHaveAttribute('aria-busy', 'false')
  })

  test('abort ends it without a toast', async () => {
    const { screen, send, abort } = await open({ failure: () => 'This is not said' })
    const result = send('Given up')
    abort()
    expect(await result).toMatchObject({ kind: 'failed', error: { code: 'aborted' } })
    expect(screen.container.textContent).not.toContain('This is not said')
    expect(await send('And once more')).toMatchObject({ kind: 'done' })
  })

  test('what belongs to the write fails it: a part of the answer that is refused', async () => {
    const { send, page } = await open({
      failure: () => undefined,
      onSuccess() {
        throw new Error('refused in part')
      },
    })
    expect(await send('In part')).toMatchObject({ kind: 'failed' })
    await expect.element(page).toHaveAttribute('aria-busy', 'false')
  })
})
