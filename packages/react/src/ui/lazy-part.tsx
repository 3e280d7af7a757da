import {
  type ComponentType,
  createContext,
  lazy,
  Suspense,
  type SuspenseProps,
  useCallback,
  useContext,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'

/** Milliseconds before a script is asked for again; twice as long each time. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000

const Arrival = createContext<() => void>(() => undefined)

/**
 * React's `Suspense` for lazy parts: one that has come is shown at once. React by itself shows what was waited for no sooner
 * than 300 ms after the fallback, however early it is there; an update of what stands around it isn't held up.
 */
export function LazyBoundary(props: SuspenseProps) {
  const [, update] = useReducer((count: number) => count + 1, 0)
  const isMounted = useRef(false)
  useLayoutEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const onArrival = useCallback(() => {
    if (isMounted.current) update()
  }, [])
  return (
    <Arrival.Provider value={onArrival}>
      <Suspense {...props} />
    </Arrival.Provider>
  )
}

/**
 * React's `lazy` for a line that breaks, within a `LazyBoundary`: a script that doesn't come is asked for again, at once when
 * the browser is back online, so that what is around the part goes on. Errors of the script itself are thrown to the next
 * error boundary.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  let isLoaded = false
  const start = () => {
    loading ??= untilItComes(load).finally(() => {
      isLoaded = true
    })
    return loading
  }
  const Part = lazy(start)
  return function LazyPart(props: P) {
    const onArrival = useContext(Arrival)
    if (!isLoaded) start().then(onArrival, onArrival)
    return <Part {...props} />
  }
}

async function untilItComes<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await load()
    } catch (error) {
      // What a browser says of a script that it couldn't fetch.
      if (!(error instanceof TypeError)) throw error
    }
    await new Promise<void>(resolve => {
      setTimeout(resolve, wait)
      globalThis.addEventListener?.('online', () => resolve(), { once: true })
    })
  }
}
