import type { Session } from './session.ts'

/** Milliseconds before the spinner appears. */
const DELAY = 400

/** Runs `work`; on a terminal a spinner with the message appears if it takes longer than `DELAY`. */
export async function withSpinner<T>(
  { world, print }: Session,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  const { stderr, env, clock } = world
  if (!stderr.isTTY || env.TERM === 'dumb' || env.CI || print.json || print.quiet) return work()
  const ended = new AbortController()
  const spinning = clock.sleep(DELAY, ended.signal).then(
    () => world.spin(message),
    () => undefined,
  )
  try {
    return await work()
  } finally {
    ended.abort()
    const stop = await spinning
    stop?.()
  }
}
