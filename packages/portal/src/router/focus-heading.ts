import { eachFrame } from './each-frame.ts'

/** Frames in which what was left may still hand the focus back: a menu, a drawer, the fallback for a removed element. */
const SETTLING_FRAMES = 12

/** After a move to another page its heading takes the focus, so that it is announced and the next Tab begins there. */
export function focusHeading(): () => void {
  let quiet = 0
  return eachFrame(() => {
    const heading = visibleHeading()
    if (heading === undefined) return false
    quiet += 1
    if (document.activeElement !== heading) {
      quiet = 0
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    return quiet > SETTLING_FRAMES && document.querySelector('main [aria-busy=true]') === null
  })
}

const visibleHeading = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find(heading => heading.checkVisibility())
