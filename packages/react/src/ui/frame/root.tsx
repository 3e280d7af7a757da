import { PortalContext } from '@ariakit/react-components/portal/portal-context'
import { type HTMLAttributes, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { ensureVisible } from '../ensure-visible.ts'
import { type MessageTime, MessageTimeContext } from '../overlay/toast.tsx'
import { type LinkComponent, LinkContext, useLink } from './link.tsx'
import { PageTitleContext, type PageTitleListener, usePageTitleListener } from './page-title.ts'

export interface RootProps extends HTMLAttributes<HTMLDivElement> {
  /** Forces a theme, or takes that of the element around it, as its `color-scheme` says; left out, the system decides. */
  theme?: 'light' | 'dark' | 'inherit'
  /** Renders every link of the kit, so that it knows no router. */
  linkComponent?: LinkComponent
  /** Called with the name of the page that is shown, for the document's title. Keep it stable. */
  onPageTitle?: PageTitleListener
  /** `stay` keeps messages and "saved" until they are dismissed or the next one comes, for people who read slowly (WCAG 2.2.1). */
  messages?: MessageTime
}

/** The element that carries tokens, theme, language and direction; what floats (menus, dialogs) stays inside it. */
export function Root(props: RootProps) {
  const { theme, linkComponent, onPageTitle, messages = 'pass', className, children, ...rest } = props
  const frame = useRef<HTMLDivElement>(null)
  const [portal, setPortal] = useState<HTMLElement | null>(null)
  const link = useLink(linkComponent)
  const tell = usePageTitleListener(onPageTitle)
  useFocusFallback(frame)
  return (
    <div
      onKeyDownCapture={showOpener}
      {...rest}
      ref={frame}
      className={classes('kn-root', className)}
      data-theme={theme}
    >
      <PortalContext.Provider value={portal}>
        <LinkContext.Provider value={link}>
          <PageTitleContext.Provider value={tell}>
            <MessageTimeContext.Provider value={messages}>{children}</MessageTimeContext.Provider>
          </PageTitleContext.Provider>
        </LinkContext.Provider>
      </PortalContext.Provider>
      <div className="kn-portal" ref={setPortal} />
    </div>
  )
}

/** What a key opens stands beside its opener, which may have been scrolled out of sight since it took the focus. */
function showOpener({ target }: KeyboardEvent): void {
  if (target instanceof Element && target.matches('[aria-haspopup][aria-expanded="false"]'))
    ensureVisible(target)
}

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
