import { type NetworkState, networkState } from '@kinora/core'

/** SESS-13, E-9: the browser's word on the connection, as a store. */
export interface NetworkStore {
  getSnapshot(): NetworkState
  subscribe(listener: () => void): () => void
  online(): boolean
}

export function browserNetwork(target: Window = window): NetworkStore {
  let state: NetworkState = 'unknown'
  const listeners = new Set<() => void>()
  const hear = (event: 'online' | 'offline') => {
    if (!networkState.can(state, event)) return
    state = networkState.next(state, event)
    for (const listener of listeners) listener()
  }
  hear(target.navigator.onLine ? 'online' : 'offline')
  target.addEventListener('online', () => hear('online'))
  target.addEventListener('offline', () => hear('offline'))
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    online: () => state !== 'offline',
  }
}
