import type { LocationAdapter } from '../kernel/location.ts'

/** Told to every adapter of the page: the browser itself tells of its own buttons alone. */
const changed = 'kinora-location'

/**
 * The address of the window as the place of a list's state. With a name its parameters are `name.q`, `name.page`, so that several
 * lists and the page's own parameters share an address; without one all of them are the list's. A page with a router gives its
 * router's address instead. Make it once, outside of a component.
 */
export function browserLocation(name?: string): LocationAdapter {
  const prefix = name === undefined ? '' : `${name}.`
  const entries = () => [...new URLSearchParams(globalThis.location?.search)]
  return {
    read: () =>
      new URLSearchParams(
        entries().flatMap(([key, value]) =>
          key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
        ),
      ),
    write(params, { replace = false } = {}) {
      const others = prefix === '' ? [] : entries().filter(([key]) => !key.startsWith(prefix))
      const own = [...params].map(([key, value]) => [prefix + key, value])
      const next = new URLSearchParams([...others, ...own]).toString()
      const address = `${location.pathname}${next && `?${next}`}${location.hash}`
      history[replace ? 'replaceState' : 'pushState'](history.state, '', address)
      dispatchEvent(new Event(changed))
    },
    subscribe(listener) {
      for (const event of ['popstate', changed]) addEventListener(event, listener)
      return () => {
        for (const event of ['popstate', changed]) removeEventListener(event, listener)
      }
    },
  }
}
