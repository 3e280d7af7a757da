import { type NetworkState, networkState } from '@kinora/core'

/** SESS-13, E-9: the browser's word on the connection, as a store. */
export interface NetworkStore {
  getSnapshot(): NetworkState
  subscribe(listener: () => void): () => void
  online(): boolean
}

/** Subscribes to the browser's events with the first question, never where there is no window. */
export function browserNetwork(): NetworkStore {
  let state: NetworkState = 'unknown'
  const listeners = new Set<() => void>()
  const update = (event: 'online' | 'offline') => {
    if (!networkState.can(state, event)) return
    state = networkState.next(state, event)
    for (const listener of listeners) listener()
  }
  const listen = () => {
    if (state !== 'unknown') return
    update(navigator.onLine ? 'online' : 'offline')
    window.addEventListener('online', () => update('online'))
    window.addEventListener('offline', () => update('offline'))
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
