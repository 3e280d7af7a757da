/** How far the window and the tables in it are scrolled. */
type Scroll = readonly number[]

/** Scroll and focus of a page that is entered: a new one at its top, one that is returned to where it was left; another page's heading takes the focus. */
export function createScrollRestoration() {
  const saved = new Map<number, Scroll>()
  let stops: readonly (() => void)[] = []
  const begin = (...next: readonly (() => void)[]) => {
    for (const stop of stops) stop()
    stops = next
  }
  return {
    /** When the entry is left. */
    save(index: number): void {
      saved.set(index, readScroll())
    },
    /** With `index`, at an entry that was left before. */
    restore(isOtherPage: boolean, index?: number): void {
      const scroll = (index === undefined ? undefined : saved.get(index)) ?? top
      const name = index === undefined ? window.location.hash.slice(1) : ''
      if (name === '') begin(restoreScroll(scroll), ...(isOtherPage ? [focusStart('')] : []))
      else begin(focusStart(name))
    },
  }
}

const top: Scroll = [0]

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
    return frames > (name === '' ? SETTLING_FRAMES : NAMED_FRAMES) && !isBusy()
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
    ? active?.matches('body, main') === false
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
/** Frames in which a field that the address names has the focus again where its page draws it anew. */
const NAMED_FRAMES = 60

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
