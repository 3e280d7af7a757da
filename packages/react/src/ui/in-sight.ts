/** Air between an element and what would cover it. */
const GAP = 12

/** WCAG 2.4.11: scrolls an element into sight, by its scroll margins clear of sticky bars, and clear of messages. */
export function bringInSight(element: Element): void {
  element.scrollIntoView({ block: 'nearest' })
  clearOfMessages(element)
}

/** Scrolls the page on where a message covers the element; one that is taller than there is room for stays. */
export function clearOfMessages(element: Element): void {
  if (element.closest('[role="dialog"], [role="alertdialog"], .kn-popover') !== null) return
  const at = element.getBoundingClientRect()
  if (at.height === 0 || at.height > innerHeight / 2) return
  for (const message of element.ownerDocument.querySelectorAll('.kn-toast')) {
    const over = message.getBoundingClientRect()
    const isCovered =
      at.top < over.bottom && at.bottom > over.top && at.left < over.right && at.right > over.left
    if (!isCovered || message.contains(element)) continue
    scrollBy({ top: over.top > innerHeight / 2 ? at.bottom - over.top + GAP : at.top - over.bottom - GAP })
    return
  }
}
