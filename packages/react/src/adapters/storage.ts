import type { KeyValueStore } from '@kinora/core'

/**
 * A browser's storage under keys that begin with `prefix`, so that a host's own stay untouched. Memory where a browser
 * forbids it (private windows, a foreign frame) and on a server.
 */
export function browserStore(area: 'local' | 'session', prefix: string): KeyValueStore {
  try {
    const store = area === 'local' ? window.localStorage : window.sessionStorage
    store.getItem('kinora')
    return {
      // Older versions wrote the prefix before the whole key: `kinora.kinora.lists`.
      getItem: key => store.getItem(named(prefix, key)) ?? store.getItem(prefix + key),
      setItem: (key, value) => store.setItem(named(prefix, key), value),
      removeItem: key => {
        for (const each of [named(prefix, key), prefix + key]) store.removeItem(each)
      },
    }
  } catch {
    return memoryStore()
  }
}

/** `kinora.lists` is a key of the portal, `studio.lists` of a Kinora that is called so. */
const named = (prefix: string, key: string): string =>
  prefix === '' ? key : prefix + key.replace(/^kinora\./, '')

export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>()
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }
}
