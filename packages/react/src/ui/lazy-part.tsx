import {
  type ComponentType,
  createContext,
  lazy,
  Suspense,
  type SuspenseProps,
  useContext,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'

/** Milliseconds before a script is asked for again; twice as long each time. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000

const nothing = () => undefined
const Arrival = createContext<{ current: () => void }>({ current: nothing })

/**
 * React's `Suspense` for lazy parts: one that has come is shown at once. React by itself shows what was waited for no sooner
 * than 300 ms after the fallback, however early it is there; an update of what stands around it isn't held up.
 */
export function LazyBoundary(props: SuspenseProps) {
  const [, update] = useReducer((count: number) => count + 1, 0)
  const arrival = useRef<() => void>(nothing)
  useLayoutEffect(() => {
    arrival.current = update
    return () => {
      arrival.current = nothing
    }
  }, [])
  return (
    <Arrival.Provider value={arrival}>
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
    const arrival = useContext(Arrival)
    const tell = () => arrival.current()
    if (!isLoaded) start().then(tell, tell)
    return <Part {...props} />
  }
}

const lost = new Set<object>()
const listeners = new Set<(count: number) => void>()

/**
 * Tells how many scripts don't come though the browser is online, whenever that changes. Chromium keeps the failure of one for as
 * long as the page lives, and asks nobody any more; elsewhere it may come yet.
 */
export function onLostScripts(listener: (count: number) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const tellLost = () => {
  for (const listener of listeners) listener(lost.size)
}

async function untilItComes<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await askUntilItComes(load)
  } finally {
    if (lost.delete(load)) tellLost()
  }
}

async function askUntilItComes<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await load()
    } catch (error) {
      // What a browser says of a script that it couldn't fetch.
      if (!(error instanceof TypeError)) throw error
    }
    if (wait > FIRST_WAIT && !lost.has(load) && globalThis.navigator?.onLine) {
      lost.add(load)
      tellLost()
    }
    await new Promise<void>(resolve => {
      setTimeout(resolve, wait)
      globalThis.addEventListener?.('online', () => resolve(), { once: true })
    })
  }
}
