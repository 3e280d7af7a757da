import { useEffect, useState } from 'react'

/** Milliseconds after which what can wait has waited long enough, where the browser doesn't say that it is idle. */
const LATEST = 2000

/** Whether the page had nothing else to do for a moment: what nobody waits for is loaded then. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const tell = () => setIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(tell, LATEST)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(tell)
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
