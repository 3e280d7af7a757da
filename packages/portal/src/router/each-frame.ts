/** Milliseconds after which whatever was waited for is not coming. */
const LIMIT = 10_000
/** Frames until a page that isn't busy stays as it is. */
export const SETTLING_FRAMES = 12

/** Whether something on the page is still being read. */
export const isBusy = (): boolean => document.querySelector('main [aria-busy=true]') !== null

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `act` in every frame until it says that it is done, the person does something, or too much time has passed. */
export function eachFrame(act: () => boolean): () => void {
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
