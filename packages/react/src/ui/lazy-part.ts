import { lazy } from 'react'

/** Milliseconds before a script is asked for again; twice as long each time. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000

/**
 * React's `lazy` for a line that breaks: a script that doesn't come is asked for again, at once when the browser is back
 * online, so that what is around the part goes on. Errors of the script itself are thrown to the next error boundary.
 */
export const lazyPart: typeof lazy = load =>
  lazy(async () => {
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
  })
