import { eachFrame, isBusy, SETTLING_FRAMES } from './each-frame.ts'

/** After a move to another page its heading takes the focus, so that it is announced and the next Tab begins there. */
export function focusHeading(): () => void {
  let frames = 0
  return eachFrame(() => {
    const heading = visibleHeading()
    if (heading === undefined) return false
    if (frames === 0 || !isTaken(heading, frames)) focus(heading)
    frames += 1
    return frames > SETTLING_FRAMES && !isBusy()
  })
}

const visibleHeading = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find(heading => heading.checkVisibility())

/** At first a menu, a drawer or the fallback for a removed element may still hand the focus back; a field has it because somebody wants it. */
function isTaken(heading: Element, frames: number): boolean {
  const active = document.activeElement
  if (active === heading) return true
  return frames > SETTLING_FRAMES
    ? active !== document.body
    : active?.matches('main :is(input, textarea, select)') === true
}

function focus(heading: HTMLElement): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
