import { useCallback, useState } from 'react'

/** Where a list keeps its state: in memory unless the host (the portal: the URL) brings its own. */
export interface LocationAdapter {
  read(): URLSearchParams
  write(params: URLSearchParams, options?: { replace?: boolean }): void
}

/** A value kept as search parameters, through a host's adapter or in memory. */
export function useLocationState(adapter?: LocationAdapter): [URLSearchParams, LocationAdapter['write']] {
  const [memory, setMemory] = useState(() => new URLSearchParams())
  const write = useCallback(
    (next: URLSearchParams, options?: { replace?: boolean }) => {
      if (adapter === undefined) setMemory(next)
      else adapter.write(next, options)
    },
    [adapter],
  )
  return [adapter === undefined ? memory : adapter.read(), write]
}
