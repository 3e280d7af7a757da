import { createContext, useContext, useSyncExternalStore } from 'react'

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
  const arrival = createArrival()
  /** Moves of the browser that were our own and are not asked about. */
  let own = 0

  const settle = () => {
    place = here()
    for (const listener of listeners) listener()
  }
  const asked = (proceed: () => void, to?: string): boolean =>
    [...blockers].some(blocker => blocker(proceed, to === place.pathname))
  const leave = (act: () => void, to?: string) => {
    if (!asked(act, to)) act()
  }
  const pathOf = (href: string): string => new URL(href, window.location.href).pathname
  const goTo = (href: string, kind: 'push' | 'replace') => {
    const before = place.pathname
    arrival.leave(index)
    if (kind === 'push') index += 1
    history[`${kind}State`]({ index } satisfies EntryState, '', href)
    settle()
    const isNamed = window.location.hash !== ''
    if (kind === 'push' || isNamed || place.pathname !== before) arrival.arrive(place.pathname !== before)
  }
  /** To a field of this page: nothing is left behind. */
  const isInPage = (href: string): boolean => {
    const { pathname, search, hash } = new URL(href, window.location.href)
    return hash !== '' && pathname === place.pathname && search === place.search
  }
  const jump = (href: string) => {
    history.replaceState({ index } satisfies EntryState, '', href)
    arrival.arrive(false)
  }
  const onPop = ({ state }: PopStateEvent) => {
    const step = indexOf(state) - index
    const move = () => {
      own += 1
      history.go(step)
    }
    if (own > 0) own -= 1
    else if (step !== 0 && asked(move, window.location.pathname)) {
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
  if (window.location.hash !== '') arrival.arrive(true)

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
      const name = index === undefined ? window.location.hash.slice(1) : ''
      if (name === '') begin(restoreScroll(scroll), ...(isOther ? [focusStart('')] : []))
      else begin(focusStart(name))
    },
  }
}

const top: Scroll = [0]

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

/** How far the window and the tables in it are scrolled. */
type Scroll = readonly number[]

const scrollers = (): Element[] => [
  document.scrollingElement ?? document.documentElement,
  ...document.querySelectorAll('main .kn-table-scroll'),
]

const readScroll = (): Scroll => scrollers().map(({ scrollTop }) => scrollTop)

/** Scrolls as soon as what is shown is long enough, and again where it is drawn anew. */
function restoreScroll(wanted: Scroll): () => void {
  let frames = 0
  return eachFrame(() => {
    const found = scrollers()
    for (const [nth, top] of wanted.entries()) found[nth]?.scrollTo({ top })
    const isThere = wanted.every((top, nth) => Math.abs((found[nth]?.scrollTop ?? -1) - top) < 1)
    frames = isThere && !isBusy() ? frames + 1 : 0
    return frames > SETTLING_FRAMES
  })
}

/**
 * After a move to another page its heading takes the focus, so that it is announced and the next Tab begins there; or the field
 * that a page names as its start, or the address after its `#`.
 */
function focusStart(name: string): () => void {
  let frames = 0
  return eachFrame(() => {
    const start = visibleStart(name)
    if (start === undefined) return false
    if (frames === 0 || !isTaken(start, frames)) focus(start, name !== '')
    frames += 1
    return frames > SETTLING_FRAMES && !isBusy()
  })
}

function visibleStart(name: string): HTMLElement | undefined {
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find(each => each.checkVisibility())
  const main = heading?.closest('main')
  if (name === '') return main?.querySelector<HTMLElement>('[data-page-start]') ?? heading
  // The fields are there once the page has been read.
  if (isBusy()) return undefined
  const fields = [...(main?.querySelectorAll<HTMLElement>('[id]') ?? [])]
  const field = fields.find(({ id }) => id.endsWith(`-${name}`))
  // What may only be read can't have the focus itself.
  return (field?.matches(':disabled') ? field.closest<HTMLElement>('.kn-field') : field) ?? heading
}

/** At first a menu, a drawer or the fallback for a removed element may still hand the focus back; a field has it because somebody wants it. */
function isTaken(start: Element, frames: number): boolean {
  const active = document.activeElement
  if (active === start) return true
  return frames > SETTLING_FRAMES
    ? active !== document.body
    : active?.matches('main :is(input, textarea, select)') === true
}

function focus(start: HTMLElement, isNamed: boolean): void {
  if (start.tabIndex < 0 && !start.hasAttribute('tabindex')) start.tabIndex = -1
  start.focus({ preventScroll: true })
  if (isNamed) start.scrollIntoView({ block: 'center' })
}

/** Milliseconds after which whatever was waited for is not coming. */
const LIMIT = 10_000
/** Frames until a page that isn't busy stays as it is. */
const SETTLING_FRAMES = 12

/** Whether something on the page is still being read. */
const isBusy = (): boolean => document.querySelector('main [aria-busy=true]') !== null

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `act` in every frame until it says that it is done, the person does something, or too much time has passed. */
function eachFrame(act: () => boolean): () => void {
  const begun = performance.now()
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const sign of signsOfLife) window.removeEventListener(sign, stop, true)
  }
  const next = () => {
    if (act() || performance.now() - begun > LIMIT) stop()
    else frame = requestAnimationFrame(next)
  }
  for (const sign of signsOfLife) window.addEventListener(sign, stop, true)
  frame = requestAnimationFrame(next)
  return stop
}
