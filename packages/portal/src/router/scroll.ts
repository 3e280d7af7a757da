import { eachFrame } from './each-frame.ts'

/** How far the window and the tables in it are scrolled. */
export type Scroll = readonly number[]

const scrollers = (): Element[] => [
  document.scrollingElement ?? document.documentElement,
  ...document.querySelectorAll('main .kn-table-scroll'),
]

export const readScroll = (): Scroll => scrollers().map(({ scrollTop }) => scrollTop)

/** Scrolls as soon as what is shown is long enough. */
export function restoreScroll(wanted: Scroll): () => void {
  return eachFrame(() => {
    const found = scrollers()
    for (const [nth, top] of wanted.entries()) found[nth]?.scrollTo({ top })
    return wanted.every((top, nth) => Math.abs((found[nth]?.scrollTop ?? -1) - top) < 1)
  })
}
