import { useEffect, useRef } from 'react'
import { type ReadTarget, useInvalidate } from './use-read.ts'

/**
 * For what deletes the row that its page shows: a read of it would only say that it is gone. Told that it is, what else
 * shows it is read again once the page has been left; goes with `leaves` of `useWrite`.
 */
export function useReadOnceLeft(targets: readonly ReadTarget[]): () => void {
  const invalidate = useInvalidate()
  const isGone = useRef(false)
  const latest = useRef(targets)
  latest.current = targets
  useEffect(() => () => void (isGone.current && invalidate(latest.current)), [invalidate])
  return () => {
    isGone.current = true
  }
}
