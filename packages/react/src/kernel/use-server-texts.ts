import { useEffect } from 'react'
import type { Kinora } from './kinora.ts'
import { useIdle } from './use-idle.ts'

/** Follows the texts that the server keeps, once the page has nothing else to do. */
export function useServerTexts({ serverTexts }: Kinora): void {
  const isIdle = useIdle()
  useEffect(() => {
    if (!isIdle) return
    const leaving = new AbortController()
    serverTexts?.().then(
      texts => texts.follow(leaving.signal),
      () => undefined,
    )
    return () => leaving.abort()
  }, [isIdle, serverTexts])
}
