/** Air between an element and what would cover it. */
const GAP = 12

/** What stands at the foot of a page, as tall as its contents need. */
const bars = '.kn-sticky-bar, .kn-selection-bar, .kn-tray, .kn-panel'

/** WCAG 2.4.11: scrolls an element into view, clear of bars and of messages. */
export function ensureVisible(element: Element): void {
  element.scrollIntoView({ block: 'nearest' })
  scrollClearOfMessages(element)
}

/**
 * Scrolls the page on where a bar or a message covers the element; one that is taller than there is room for stays. Where the page
 * ends before that, the messages stand at the other side of it.
 */
export function scrollClearOfMessages(element: Element): void {
  if (element.closest('[role="dialog"], [role="alertdialog"], .kn-popover, .kn-toasts') !== null) return
  const { height } = element.getBoundingClientRect()
  if (height === 0 || height > innerHeight / 2) return
  const page = element.ownerDocument
  for (const messages of page.querySelectorAll('.kn-toasts')) messages.removeAttribute('data-aside')
  for (const cover of page.querySelectorAll(`${bars}, .kn-toast`)) {
    const way = wayOut(element, cover)
    if (way !== undefined) scrollBy({ top: way })
  }
  for (const message of page.querySelectorAll('.kn-toast'))
    if (wayOut(element, message) !== undefined) message.parentElement?.setAttribute('data-aside', '')
}

/** How far the page is to be scrolled until that doesn't cover the element; undefined where it doesn't. */
function wayOut(element: Element, cover: Element): number | undefined {
  if (cover.contains(element)) return undefined
  const [at, over] = [element.getBoundingClientRect(), cover.getBoundingClientRect()]
  const isCovered =
    at.top < over.bottom && at.bottom > over.top && at.left < over.right && at.right > over.left
  if (!isCovered) return undefined
  const isAtFoot = cover.matches(bars) || over.top + over.bottom > innerHeight
  return isAtFoot ? at.bottom - over.top + GAP : at.top - over.bottom - GAP
}
