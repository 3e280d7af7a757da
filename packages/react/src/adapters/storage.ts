import type { KeyValueStore } from '@kinora/core'

/** Local storage, or memory where a browser forbids it (private windows, embedding in a foreign frame). */
export function browserStore(area: 'local' | 'session' = 'local'): KeyValueStore {
  try {
    const store = area === 'local' ? window.localStorage : window.sessionStorage
    store.getItem('kinora')
    return store
  } catch {
    return memoryStore()
  }
}

export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>()
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }
}
