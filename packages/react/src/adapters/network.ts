import { type NetworkState, networkState } from '@kinora/core'

/** SESS-13, E-9: the browser's word on the connection, as a store. */
export interface NetworkStore {
  getSnapshot(): NetworkState
  subscribe(listener: () => void): () => void
  online(): boolean
}

/** Hears the browser from the first question on, never where there is no window. */
export function browserNetwork(): NetworkStore {
  let state: NetworkState = 'unknown'
  const listeners = new Set<() => void>()
  const hear = (event: 'online' | 'offline') => {
    if (!networkState.can(state, event)) return
    state = networkState.next(state, event)
    for (const listener of listeners) listener()
  }
  const listen = () => {
    if (state !== 'unknown') return
    hear(navigator.onLine ? 'online' : 'offline')
    window.addEventListener('online', () => hear('online'))
    window.addEventListener('offline', () => hear('offline'))
  }
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listen()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    online() {
      listen()
      return state !== 'offline'
    },
  }
}

/** Time as this browser has it. */
export const browserTimer = {
  now: () => Date.now(),
  setTimeout(callback: () => void, milliseconds: number): () => void {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
  isHidden: () => document.hidden,
}
