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
  // What moves is drawn in colour: NO_COLOR asks for neither.
  const isPlain = env.TERM === 'dumb' || env.CI || env.NO_COLOR
  if (!stderr.isTTY || isPlain || print.json || print.quiet) return work()
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
