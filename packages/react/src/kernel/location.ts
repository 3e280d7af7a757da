import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'

/** Where a list keeps its state: in memory unless the host (the portal: the URL) brings its own. */
export interface LocationAdapter {
  read(): URLSearchParams
  write(params: URLSearchParams, options?: { replace?: boolean }): void
  /** Calls the listener when the parameters have changed, by a back button too, and answers the way out. Without it a list looks when its host renders. */
  subscribe?(listener: () => void): () => void
}

const idle = () => undefined

/** A value kept as search parameters, through a host's adapter or in memory. */
export function useLocationState(adapter?: LocationAdapter): [URLSearchParams, LocationAdapter['write']] {
  const [memory, setMemory] = useState('')
  const subscribe = useCallback((listener: () => void) => adapter?.subscribe?.(listener) ?? idle, [adapter])
  const read = () => (adapter === undefined ? memory : adapter.read().toString())
  const text = useSyncExternalStore(subscribe, read, read)
  const write = useCallback(
    (next: URLSearchParams, options?: { replace?: boolean }) => {
      if (adapter === undefined) setMemory(next.toString())
      else adapter.write(next, options)
    },
    [adapter],
  )
  return [useMemo(() => new URLSearchParams(text), [text]), write]
}
