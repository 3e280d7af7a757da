import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

interface LazyMountProps {
  when: boolean
  /** Somebody opened it: what takes that back while its script is on its way (`TakeBack`). */
  onCancel?: () => void
  children: ReactNode
}

/** Mounts lazy children when they are first needed, and keeps them, so that they can animate closing. */
export function LazyMount({ when, onCancel, children }: LazyMountProps) {
  const [isMounted, setIsMounted] = useState(when)
  if (when && !isMounted) setIsMounted(true)
  if (!isMounted && !when) return null
  const fallback = when && onCancel !== undefined ? <TakeBack onCancel={onCancel} /> : null
  return <Suspense fallback={fallback}>{children}</Suspense>
}

/**
 * Stands in the place of a menu or dialog whose script is on its way: Escape, the next field or a press elsewhere takes back what was
 * asked for, so that nothing opens over what somebody has turned to since.
 */
export function TakeBack({ opener, onCancel }: { opener?: HTMLElement; onCancel: () => void }) {
  const latest = useRef(onCancel)
  latest.current = onCancel
  useEffect(() => {
    const from = opener ?? document.activeElement
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' && event.key !== 'Tab') return
      // What lies beneath is not meant.
      if (event.key === 'Escape') event.stopPropagation()
      latest.current()
    }
    const onClick = ({ target }: MouseEvent) => {
      const isOpener = from !== null && from !== document.body && from.contains(target as Node)
      if (!isOpener) latest.current()
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('click', onClick, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('click', onClick, true)
    }
  }, [opener])
  return null
}
