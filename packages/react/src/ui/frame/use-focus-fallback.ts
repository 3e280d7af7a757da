import { type RefObject, useEffect } from 'react'

const tabbable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * When the focused element leaves the page (a deleted row, a removed chip, a closed bar), the focus goes to what is left
 * around it (first what is marked with `data-focus-fallback`), never to the body. A dialog has its own root; it gives the focus back itself, unless what opened it is gone too.
 */
export function useFocusFallback(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = frame.current
    if (root === null) return
    let path: readonly Element[] = []
    let waiting = 0
    const remember = ({ target }: FocusEvent) => {
      // A dialog inside the root keeps its own.
      if ((target as Element).closest('.kn-portal') === root.closest('.kn-portal'))
        path = ancestorsOf(target as Element, root)
    }
    const isLost = () => path[0]?.isConnected === false && document.activeElement === document.body
    const restore = () => {
      if (!isLost()) return
      const left = path.filter(({ isConnected }) => isConnected)
      path = []
      for (const element of left) {
        const target = targetIn(element)
        // No further than it has to be, and not at all where it is in sight.
        target?.focus({ preventScroll: true })
        target?.scrollIntoView({ block: 'nearest' })
        if (document.activeElement !== document.body) return
      }
    }
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      cancelAnimationFrame(waiting)
      waiting = requestAnimationFrame(restore)
    })
    root.addEventListener('focusin', remember)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', remember)
      observer.disconnect()
      cancelAnimationFrame(waiting)
    }
  }, [frame])
}

/** The element and what it stands in, the innermost first. */
function ancestorsOf(element: Element, root: Element): Element[] {
  const path = [element]
  for (
    let parent = element.parentElement;
    parent !== null && root.contains(parent);
    parent = parent.parentElement
  )
    path.push(parent, ...rowsBeside(parent))
  return path
}

/** Of a row that goes the one after it takes its place, or that before it. */
const rowsBeside = (row: Element): Element[] =>
  row.matches('tr, li')
    ? [row.nextElementSibling, row.previousElementSibling].filter(one => one !== null)
    : []

function targetIn(element: Element): HTMLElement | null {
  const marked = element.querySelector<HTMLElement>('[data-focus-fallback]')
  if (marked !== null || !element.hasAttribute('tabindex')) return marked ?? element.querySelector(tabbable)
  return element as HTMLElement
}
