import { eachFrame, isBusy, SETTLING_FRAMES } from './each-frame.ts'

/**
 * After a move to another page its heading takes the focus, so that it is announced and the next Tab begins there; or the field
 * that a page names as its start.
 */
export function focusHeading(): () => void {
  let frames = 0
  return eachFrame(() => {
    const start = visibleStart()
    if (start === undefined) return false
    if (frames === 0 || !isTaken(start, frames)) focus(start)
    frames += 1
    return frames > SETTLING_FRAMES && !isBusy()
  })
}

function visibleStart(): HTMLElement | undefined {
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find(each => each.checkVisibility())
  return heading?.closest('main')?.querySelector<HTMLElement>('[data-page-start]') ?? heading
}

/** At first a menu, a drawer or the fallback for a removed element may still hand the focus back; a field has it because somebody wants it. */
function isTaken(start: Element, frames: number): boolean {
  const active = document.activeElement
  if (active === start) return true
  return frames > SETTLING_FRAMES
    ? active !== document.body
    : active?.matches('main :is(input, textarea, select)') === true
}

function focus(start: HTMLElement): void {
  if (start.tabIndex < 0 && !start.hasAttribute('tabindex')) start.tabIndex = -1
  start.focus({ preventScroll: true })
}
