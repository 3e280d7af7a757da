import { type AsyncState, asyncState, SUCCESS_RESET } from '@kinora/core'
import { useCallback, useEffect, useState } from 'react'

type AsyncEvent = Parameters<typeof asyncState.next>[1]

/** How far a call is (SESS-18, E-10); a success counts as not started again after `SUCCESS_RESET` (SESS-20). */
export function useAsyncState(): [AsyncState, (event: AsyncEvent) => void] {
  const [state, setState] = useState<AsyncState>('notStarted')
  useEffect(() => {
    if (state !== 'success') return
    const timer = setTimeout(() => setState('notStarted'), SUCCESS_RESET)
    return () => clearTimeout(timer)
  }, [state])
  const tell = useCallback(
    (event: AsyncEvent) =>
      setState(before => (asyncState.can(before, event) ? asyncState.next(before, event) : before)),
    [],
  )
  return [state, tell]
}
