import { createContext, useContext, useSyncExternalStore } from 'react'
import { createScrollRestoration } from './scroll-restoration.ts'

export interface Place {
  pathname: string
  /** With its question mark, or empty. */
  search: string
}

/** Gets the way on, and whether it stays on this page with another query; true when it keeps the person here for now. */
type Blocker = (proceed: () => void, isSamePage: boolean) => boolean

/** The address bar as a store. */
interface Navigation {
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
  const scroll = createScrollRestoration()
  /** Moves of the browser that were our own and are not asked about. */
  let own = 0

  const settle = () => {
    place = here()
    for (const listener of listeners) listener()
  }
  const isBlocked = (proceed: () => void, to?: string): boolean =>
    [...blockers].some(blocker => blocker(proceed, to === place.pathname))
  const leave = (act: () => void, to?: string) => {
    if (!isBlocked(act, to)) act()
  }
  const pathOf = (href: string): string => new URL(href, window.location.href).pathname
  const goTo = (href: string, kind: 'push' | 'replace') => {
    const before = place.pathname
    scroll.save(index)
    if (kind === 'push') index += 1
    history[`${kind}State`]({ index } satisfies EntryState, '', href)
    settle()
    const isNamed = window.location.hash !== ''
    if (kind === 'push' || isNamed || place.pathname !== before) scroll.restore(place.pathname !== before)
  }
  /** To a field of this page: nothing is left behind. */
  const isInPage = (href: string): boolean => {
    const { pathname, search, hash } = new URL(href, window.location.href)
    return hash !== '' && pathname === place.pathname && search === place.search
  }
  const jump = (href: string) => {
    history.replaceState({ index } satisfies EntryState, '', href)
    scroll.restore(false)
  }
  const onPop = ({ state }: PopStateEvent) => {
    const step = indexOf(state) - index
    const move = () => {
      own += 1
      history.go(step)
    }
    if (own > 0) own -= 1
    else if (step !== 0 && isBlocked(move, window.location.pathname)) {
      own += 1
      history.go(-step)
      return
    }
    const undone = window.location.pathname + window.location.search === place.pathname + place.search
    const before = place.pathname
    if (!undone) scroll.save(index)
    index = indexOf(state)
    if (undone) return
    settle()
    scroll.restore(place.pathname !== before, index)
  }
  window.addEventListener('popstate', onPop)
  if (window.location.hash !== '') scroll.restore(true)

  return {
    getSnapshot: () => place,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    push: href => (isInPage(href) ? jump(href) : leave(() => goTo(href, 'push'), pathOf(href))),
    replace: href => leave(() => goTo(href, 'replace'), pathOf(href)),
    leave: act => leave(act),
    block(blocker) {
      blockers.add(blocker)
      return () => blockers.delete(blocker)
    },
  }
}

const Context = createContext<Navigation | undefined>(undefined)
export const NavigationProvider = Context.Provider

export function useNavigation(): Navigation {
  const navigation = useContext(Context)
  if (navigation === undefined) throw new Error('Put <NavigationProvider> around the portal.')
  return navigation
}

/** Where the person is; a component that uses it follows the address. */
export function usePlace(): Place {
  const { subscribe, getSnapshot } = useNavigation()
  return useSyncExternalStore(subscribe, getSnapshot)
}
