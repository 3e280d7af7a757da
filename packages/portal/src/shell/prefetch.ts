import { prefetchParts, useKinora } from '@kinora/react'
import { useEffect } from 'react'
import { routes } from '../routes.tsx'

/** Milliseconds between looks for a quiet moment. */
const PATIENCE = 1_500

/** Where a browser tells it. */
interface Connection {
  connection?: { saveData?: boolean }
}

/**
 * Brings the other pages and what opens on demand once the first page has what it asked for and the browser is idle. Whoever
 * saves data gets each when it is wanted.
 */
export function usePrefetch(): void {
  const { queries } = useKinora()
  useEffect(() => {
    if ((navigator as Connection).connection?.saveData) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      timer = setTimeout(() => {
        if (queries.isFetching() > 0 || !isShown()) look()
        else whenIdle(fetchRest)
      }, PATIENCE)
    }
    look()
    return () => clearTimeout(timer)
  }, [queries])
}

/** A page whose own script is still on its way has no heading yet. */
const isShown = (): boolean =>
  document.querySelector('main :is(h1, [role=heading])') !== null &&
  document.querySelector('[aria-busy=true]') === null

const whenIdle = (act: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act)
  else act()
}

/** What doesn't come now is asked for again when it is wanted. */
function fetchRest(): void {
  void Promise.allSettled([
    prefetchParts(),
    import('./leave-question.tsx'),
    ...routes.map(route => route.page.load()),
  ])
}
