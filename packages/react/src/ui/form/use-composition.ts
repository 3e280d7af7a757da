import { type CompositionEvent, type KeyboardEvent, useRef, useState } from 'react'

/** Whether a key belongs to the word that is being composed (IME): its Enter takes a candidate, its Escape gives it up. */
export const isComposing = (event: KeyboardEvent | globalThis.KeyboardEvent): boolean =>
  'nativeEvent' in event ? event.nativeEvent.isComposing : event.isComposing

/** For what stands around a box: keys of a composition reach nothing but the box. */
export const keepComposition = {
  onKeyDownCapture(event: KeyboardEvent) {
    if (isComposing(event)) event.stopPropagation()
  },
}

interface Composition {
  /** What the box shows. */
  value: string
  onChange: (value: string) => void
  /** Of the box itself. */
  events: {
    onCompositionStart: () => void
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void
  }
}

/** A search whose words may be composed, as Japanese and Chinese are: until one is done it is shown and not searched for. */
export function useComposition(value: string, onChange: (value: string) => void): Composition {
  const [composed, setComposed] = useState<string>()
  const isBusy = useRef(false)
  return {
    value: composed ?? value,
    onChange: next => (isBusy.current ? setComposed(next) : onChange(next)),
    events: {
      onCompositionStart() {
        isBusy.current = true
      },
      onCompositionEnd({ currentTarget }) {
        isBusy.current = false
        setComposed(undefined)
        onChange(currentTarget.value)
      },
    },
  }
}
