import { useEffect, useState } from 'react'

/** Milliseconds after which what can wait has waited long enough, on a page that never rests or in a browser that doesn't tell. */
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
    const handle = requestIdleCallback(tell, { timeout: LATEST })
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
