import { focusHeading } from './focus-heading.ts'
import { readScroll, restoreScroll, type Scroll } from './scroll.ts'

export interface Place {
  pathname: string
  /** With its question mark, or empty. */
  search: string
}

/** Gets the way on; true when it keeps the person here for now. */
export type Blocker = (proceed: () => void) => boolean

/** The address bar as a store. */
export interface Navigation {
  getSnapshot(): Place
  subscribe(listener: () => void): () => void
  push(href: string): void
  replace(href: string): void
  /** Does what would end the page as a move does, asking first. */
  leave(act: () => void): void
  /** Asked before the place changes, by a link or by the browser's own buttons. */
  block(blocker: Blocker): () => void
}

/** Every entry of the browser's history carries its number, so that a step back can be taken back. */
interface EntryState {
  index: number
}

const here = (): Place => ({ pathname: window.location.pathname, search: window.location.search })
const indexOf = (state: unknown): number => (state as EntryState | null)?.index ?? 0

/** Follows and moves the page's own address; one for a page. */
export function createNavigation(): Navigation {
  const listeners = new Set<() => void>()
  const blockers = new Set<Blocker>()
  let place = here()
  let index = indexOf(history.state)
  const arrival = createArrival()
  /** Moves of the browser that were our own and are not asked about. */
  let own = 0

  const settle = () => {
    place = here()
    for (const listener of listeners) listener()
  }
  const asked = (proceed: () => void): boolean => [...blockers].some(blocker => blocker(proceed))
  const leave = (act: () => void) => {
    if (!asked(act)) act()
  }
  const goTo = (href: string, kind: 'push' | 'replace') => {
    const before = place.pathname
    arrival.leave(index)
    if (kind === 'push') index += 1
    history[`${kind}State`]({ index } satisfies EntryState, '', href)
    settle()
    if (kind === 'push' || place.pathname !== before) arrival.arrive(place.pathname !== before)
  }
  const onPop = ({ state }: PopStateEvent) => {
    const step = indexOf(state) - index
    const move = () => {
      own += 1
      history.go(step)
    }
    if (own > 0) own -= 1
    else if (step !== 0 && asked(move)) {
      own += 1
      history.go(-step)
      return
    }
    const undone = window.location.pathname + window.location.search === place.pathname + place.search
    const before = place.pathname
    if (!undone) arrival.leave(index)
    index = indexOf(state)
    if (undone) return
    settle()
    arrival.arrive(place.pathname !== before, index)
  }
  window.addEventListener('popstate', onPop)

  return {
    getSnapshot: () => place,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    push: href => leave(() => goTo(href, 'push')),
    replace: href => leave(() => goTo(href, 'replace')),
    leave,
    block(blocker) {
      blockers.add(blocker)
      return () => blockers.delete(blocker)
    },
  }
}

/** Where a page is entered: a new one at its top, one that is returned to where it was left; another page's heading takes the focus. */
function createArrival() {
  const left = new Map<number, Scroll>()
  let stops: readonly (() => void)[] = []
  const begin = (...next: readonly (() => void)[]) => {
    for (const stop of stops) stop()
    stops = next
  }
  return {
    leave(index: number): void {
      left.set(index, readScroll())
    },
    /** With `index`, at an entry that was left before. */
    arrive(isOther: boolean, index?: number): void {
      const scroll = (index === undefined ? undefined : left.get(index)) ?? top
      begin(restoreScroll(scroll), ...(isOther ? [focusHeading()] : []))
    },
  }
}

const top: Scroll = [0]
