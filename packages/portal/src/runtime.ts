import { options } from 'preact'
import { type EffectCallback, type Inputs, useLayoutEffect } from 'preact/hooks'

// @ts-expect-error: its types are one namespace, its code has names
export * from 'preact/compat'
export { default } from 'preact/compat'

/**
 * React runs these before it hands elements to refs, Preact after that, with the layout effects. Ariakit keeps its newest
 * handlers by one and calls them from a ref; nothing of Preact's rendering is ever thrown away, so it can run at once.
 */
export function useInsertionEffect(effect: EffectCallback, inputs?: Inputs): void {
  if (inputs === undefined) effect()
  // biome-ignore lint/correctness/useHookAtTopLevel lint/correctness/useExhaustiveDependencies: a caller always gives inputs or never does
  else useLayoutEffect(effect, inputs)
}

const native = Object.getOwnPropertyDescriptor(Event.prototype, 'currentTarget')?.get
const before = options.event

/** React's events let `currentTarget` be set, and Ariakit does so for one that it looks at later; the browser's don't. */
options.event = (event: Event) => {
  let put: { value: unknown; during: unknown } | undefined
  if (!Object.hasOwn(event, 'currentTarget'))
    Object.defineProperty(event, 'currentTarget', {
      configurable: true,
      get() {
        const now: unknown = native?.call(event)
        return put !== undefined && put.during === now ? put.value : now
      },
      set(value: unknown) {
        put = { value, during: native?.call(event) }
      },
    })
  return before?.(event) ?? event
}
