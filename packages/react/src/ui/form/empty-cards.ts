import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Marks the cards of a form that have nothing but their title, where a host hides fields (EMBED-02). A relational selector says the
 * same in CSS, but Chromium then leaves a size container inside such a card without layout now and then: a table isn't drawn until
 * something is resized (decision 0199).
 */
export function useEmptyCards(isPartial: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (!isPartial || form.current === null) return
    const cards = form.current.getElementsByClassName('kn-card')
    const mark = (isOver = false) => {
      for (const card of cards) card.toggleAttribute('data-empty', !isOver && isEmpty(card))
    }
    mark()
    const observer = new MutationObserver(() => mark())
    observer.observe(form.current, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      mark(true)
    }
  }, [isPartial])
  return form
}

const isEmpty = (card: Element): boolean =>
  card.querySelector(':scope > :not(.kn-page-row, .kn-card-columns:empty)') === null
