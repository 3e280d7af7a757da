import { useLayoutEffect } from 'react'
import { ensureVisible } from './ensure-visible.ts'

/** What takes room: each kind has its own, and the largest counts. Bars stand below what floats. */
type RoomTaker = 'tray' | 'panel' | 'float'

/** The air between what stands at the end of the window and the page. */
const GAP = 16

/**
 * Has the page make room for what stands at its end or, as wide as the window, at its foot: nothing of the page lies beneath that
 * can't be scrolled clear of it, and its bars stand above it (WCAG 2.4.11). Measured, since what is in it grows and goes.
 */
export function useRoom(taker: RoomTaker, element: HTMLElement | null): void {
  useLayoutEffect(() => {
    const root = element?.closest<HTMLElement>('.kn-root')
    if (element == null || root == null) return
    const [end, foot] = [`--kn-${taker}-end`, `--kn-${taker}-foot`]
    const take = () => {
      const { offsetWidth: width, offsetHeight: height } = element
      const isFoot = taker === 'float' || width > window.innerWidth / 2
      root.style.setProperty(end, isFoot ? '0px' : `${width + GAP}px`)
      // What floats stands above the bars.
      const below = taker === 'float' ? Number.parseFloat(getComputedStyle(element).bottom) || 0 : 0
      root.style.setProperty(foot, isFoot ? `${height + below}px` : '0px')
    }
    take()
    const observer = new ResizeObserver(take)
    observer.observe(element)
    window.addEventListener('resize', take)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', take)
      for (const name of [end, foot]) root.style.removeProperty(name)
    }
  }, [taker, element])
}

/** What the root says of its page: `data-sticky-bar`, `data-sidebar` and the like. */
type RootMark = 'stickyBar' | 'selectionBar' | 'tray' | 'sidebar' | 'collapsedSidebar'

/**
 * Says on the root that such an element is on the page, for the styles of what stands elsewhere on it. A `:has()` there would have
 * every change of the page tried against it, and so each row that is scrolled into sight.
 */
export function useRootMark(mark: RootMark, element: HTMLElement | null): void {
  useLayoutEffect(() => {
    const dataset = element?.closest<HTMLElement>('.kn-root')?.dataset
    if (dataset === undefined) return
    const add = (by: number) => {
      const count = Number(dataset[mark] ?? 0) + by
      if (count > 0) dataset[mark] = String(count)
      else delete dataset[mark]
    }
    add(1)
    return () => add(-1)
  }, [mark, element])
}

/** Keeps what a panel speaks of, where it was opened from unless another is named, in sight beside it. */
export function useBesidePanel(panel: HTMLElement | null, subject: () => Element | null | undefined): void {
  useRoom('panel', panel)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it opens
  useLayoutEffect(() => {
    const spoken = panel === null ? undefined : subject()
    if (spoken == null || panel?.contains(spoken)) return
    // Only then the page has made room.
    const frame = requestAnimationFrame(() => ensureVisible(spoken))
    return () => cancelAnimationFrame(frame)
  }, [panel])
}
