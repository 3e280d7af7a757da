import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { browserLocation } from '../adapters/browser-location.ts'
import { type LocationAdapter, useLocationState } from './location.ts'

const start = window.location.href
afterEach(() => history.replaceState(history.state, '', start))

function Reader({ adapter }: { adapter?: LocationAdapter }) {
  const [params, write] = useLocationState(adapter)
  return (
    <button type="button" onClick={() => write(new URLSearchParams({ q: `${params.get('q') ?? ''}+` }))}>
      {params.toString() || 'bare'}
    </button>
  )
}

describe('EMBED-02 where a list keeps its state', () => {
  test('an adapter that tells moves the list without its host rendering again', async () => {
    let params = new URLSearchParams('q=a')
    const listeners = new Set<() => void>()
    const adapter: LocationAdapter = {
      read: () => params,
      write: () => undefined,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const hosted = vi.fn()
    function Host() {
      hosted()
      return <Reader adapter={adapter} />
    }
    const screen = await render(<Host />)
    await expect.element(screen.getByRole('button')).toHaveTextContent('q=a')
    const times = hosted.mock.calls.length
    params = new URLSearchParams('q=b')
    for (const listener of listeners) listener()
    await expect.element(screen.getByRole('button')).toHaveTextContent('q=b')
    expect(hosted.mock.calls.length).toBe(times)
    await screen.unmount()
    expect(listeners.size).toBe(0)
  })

  test('one that doesn’t tell is read when its host renders', async () => {
    function Host() {
      const [params, write] = useState(() => new URLSearchParams())
      return <Reader adapter={{ read: () => params, write }} />
    }
    const screen = await render(<Host />)
    await screen.getByRole('button', { name: 'bare' }).click()
    await expect.element(screen.getByRole('button')).toHaveTextContent('q=%2B')
    await screen.unmount()
  })

  test('two lists share the address of the window, each under its name, and go back by its button', async () => {
    history.replaceState(history.state, '', '?own=1#place')
    const [left, right] = [browserLocation('left'), browserLocation('right')]
    const screen = await render(
      <>
        <Reader adapter={left} />
        <Reader adapter={right} />
      </>,
    )
    const [one, other] = [screen.getByRole('button').first(), screen.getByRole('button').last()]
    await one.click()
    await expect.element(one).toHaveTextContent('q=%2B')
    await expect.element(other).toHaveTextContent('bare')
    await other.click()
    expect(window.location.search).toBe('?own=1&left.q=%2B&right.q=%2B')
    expect(window.location.hash).toBe('#place')
    history.back()
    await expect.element(other).toHaveTextContent('bare')
    await expect.element(one).toHaveTextContent('q=%2B')
    history.back()
    await expect.element(one).toHaveTextContent('bare')
    await screen.unmount()
  })

  test('without a name all parameters are the list’s', async () => {
    history.replaceState(history.state, '', '?q=x')
    const adapter = browserLocation()
    expect(adapter.read().toString()).toBe('q=x')
    adapter.write(new URLSearchParams('page=2'), { replace: true })
    expect(window.location.search).toBe('?page=2')
  })
})
