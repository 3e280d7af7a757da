import type { PointerEvent } from 'react'

/** Pixels that a pointer moves before it drags: less is a click. */
const THRESHOLD = 4

interface Following {
  move(event: globalThis.PointerEvent): void
  end(): void
  /** Pressed and released at one place. */
  click?(): void
  leave(): void
}

/** Follows a pressed pointer, wherever it goes, once a frame; Escape leaves. */
export function follow(
  { nativeEvent, currentTarget }: PointerEvent<HTMLElement>,
  { move, end, click, leave }: Following,
) {
  const controller = new AbortController()
  const { signal } = controller
  let isDragging = false
  let frame = 0
  currentTarget.setPointerCapture(nativeEvent.pointerId)
  const stop = () => {
    cancelAnimationFrame(frame)
    controller.abort()
  }
  const onMove = (event: globalThis.PointerEvent) => {
    isDragging ||=
      Math.hypot(event.clientX - nativeEvent.clientX, event.clientY - nativeEvent.clientY) > THRESHOLD
    if (!isDragging) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => move(event))
  }
  currentTarget.addEventListener('pointermove', onMove, { signal })
  const onUp = (event: globalThis.PointerEvent) => {
    stop()
    if (!isDragging) return click?.()
    swallowClick(currentTarget)
    move(event)
    end()
  }
  currentTarget.addEventListener('pointerup', onUp, { signal })
  const onLeave = () => {
    stop()
    leave()
  }
  currentTarget.addEventListener('pointercancel', onLeave, { signal })
  window.addEventListener('keydown', event => event.key === 'Escape' && onLeave(), { signal })
}

/** What was dragged is not also clicked where the browser sends a click after it. */
function swallowClick(element: HTMLElement): void {
  const stop = (event: Event) => event.stopPropagation()
  element.addEventListener('click', stop, { once: true })
  setTimeout(() => element.removeEventListener('click', stop))
}
