import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { LazyBoundary } from './lazy-part.tsx'

interface LazyMountProps {
  when: boolean
  /** Somebody opened it: what takes that back while its script is on its way (`CancelWhileLoading`). */
  onCancel?: () => void
  children: ReactNode
}

/** Mounts lazy children when they are first needed, and keeps them, so that they can animate closing. */
export function LazyMount({ when, onCancel, children }: LazyMountProps) {
  const [isMounted, setIsMounted] = useState(when)
  if (when && !isMounted) setIsMounted(true)
  if (!isMounted && !when) return null
  const fallback = when && onCancel !== undefined ? <CancelWhileLoading onCancel={onCancel} /> : null
  return <LazyBoundary fallback={fallback}>{children}</LazyBoundary>
}

interface CancelWhileLoadingProps {
  opener?: HTMLElement
  /** What gets the focus when it is taken back, unless something has it: a press elsewhere has taken it along. */
  finalFocus?: RefObject<HTMLElement | null>
  /** It asks about work that would be lost with it, such as a save or a chosen file: only Escape takes it back. */
  holdsWork?: boolean
  onCancel: () => void
}

/**
 * The Suspense fallback of a menu or dialog whose script is on its way: Escape, the next field or a press elsewhere takes back
 * what was asked for, so that nothing opens over what somebody has turned to since.
 */
export function CancelWhileLoading({
  opener,
  finalFocus,
  holdsWork = false,
  onCancel,
}: CancelWhileLoadingProps) {
  const cancel = () => {
    onCancel()
    if (document.activeElement === document.body) finalFocus?.current?.focus()
  }
  const latest = useRef(cancel)
  latest.current = cancel
  useEffect(() => {
    const from = opener ?? document.activeElement
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' && (event.key !== 'Tab' || holdsWork)) return
      // What lies beneath is not meant.
      if (event.key === 'Escape') event.stopPropagation()
      latest.current()
    }
    const onClick = ({ target }: MouseEvent) => {
      const isOpener = from !== null && from !== document.body && from.contains(target as Node)
      if (!isOpener) latest.current()
    }
    document.addEventListener('keydown', onKey, true)
    if (!holdsWork) document.addEventListener('click', onClick, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('click', onClick, true)
    }
  }, [opener, holdsWork])
  return null
}
