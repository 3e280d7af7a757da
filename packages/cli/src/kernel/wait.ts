import type { Session } from './session.ts'

/** Milliseconds that nobody minds waiting without a word. */
const PATIENCE = 400

/** Does the work; on a terminal a spinner says what is awaited where it takes longer than a moment. */
export async function waitFor<T>(
  { world, print }: Session,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  const { stderr, env, clock } = world
  if (!stderr.isTTY || env.TERM === 'dumb' || env.CI || print.json) return work()
  const ended = new AbortController()
  const spinning = clock.sleep(PATIENCE, ended.signal).then(
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
