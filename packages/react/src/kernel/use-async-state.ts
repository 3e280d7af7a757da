import { type AsyncState, asyncState, SUCCESS_RESET } from '@kinora/core'
import { useCallback, useEffect, useState } from 'react'
import { useMessageTime } from '../ui/overlay/toast.tsx'

type AsyncEvent = Parameters<typeof asyncState.next>[1]

/** How far a call is (SESS-18, E-10); a success counts as not started again after `SUCCESS_RESET` (SESS-20). */
export function useAsyncState(): [AsyncState, (event: AsyncEvent) => void] {
  const [state, setState] = useState<AsyncState>('notStarted')
  const time = useMessageTime(SUCCESS_RESET)
  useEffect(() => {
    if (state !== 'success' || time === null) return
    const timer = setTimeout(() => setState('notStarted'), time)
    return () => clearTimeout(timer)
  }, [state, time])
  const tell = useCallback(
    (event: AsyncEvent) =>
      setState(before => (asyncState.can(before, event) ? asyncState.next(before, event) : before)),
    [],
  )
  return [state, tell]
}
