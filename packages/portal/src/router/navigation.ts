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
    if (kind === 'push') index += 1
    history[`${kind}State`]({ index } satisfies EntryState, '', href)
    const samePage = place.pathname === window.location.pathname
    settle()
    if (kind === 'push' && !samePage) window.scrollTo(0, 0)
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
    index = indexOf(state)
    if (!undone) settle()
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
