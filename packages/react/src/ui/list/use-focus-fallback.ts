import { type RefObject, useEffect, useRef } from 'react'

/** When the focused element leaves the list (a bar that closes, "Clear all filters"), the focus goes to the table and not to the body. */
export function useFocusFallback(frame: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const remember = (event: FocusEvent) => {
      focused.current = event.target as Element
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [frame])
  useEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
    focused.current = null
    frame.current?.querySelector<HTMLElement>('.kn-table-scroll')?.focus({ preventScroll: true })
  })
}
