import { eachFrame, isBusy, SETTLING_FRAMES } from './each-frame.ts'

/** How far the window and the tables in it are scrolled. */
export type Scroll = readonly number[]

const scrollers = (): Element[] => [
  document.scrollingElement ?? document.documentElement,
  ...document.querySelectorAll('main .kn-table-scroll'),
]

export const readScroll = (): Scroll => scrollers().map(({ scrollTop }) => scrollTop)

/** Scrolls as soon as what is shown is long enough, and again where it is drawn anew. */
export function restoreScroll(wanted: Scroll): () => void {
  let frames = 0
  return eachFrame(() => {
    const found = scrollers()
    for (const [nth, top] of wanted.entries()) found[nth]?.scrollTo({ top })
    const isThere = wanted.every((top, nth) => Math.abs((found[nth]?.scrollTop ?? -1) - top) < 1)
    frames = isThere && !isBusy() ? frames + 1 : 0
    return frames > SETTLING_FRAMES
  })
}
