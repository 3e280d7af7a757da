import { isKinoraError, isRetryable, type SendOptions, toKinoraError } from '@kinora/core'
import { retryWhileUnreachable } from './connection.ts'
import { explain } from './exit.ts'
import { messages } from './messages.ts'
import { createBar } from './progress.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'

/** How far work of the server is, for its bar. */
interface Progress {
  done: number
  label?: string
}

interface Followed<T> {
  label: string
  /** Of `done`; 1 unless given. */
  total?: number
  /** Milliseconds between polls; the last one stays. */
  pauses: readonly number[]
  /** What was found by a look before. */
  first?: T
  look(options: SendOptions): Promise<T>
  /** Undefined once it has ended. */
  progress(found: T): Progress | undefined | Promise<Progress | undefined>
}

/** Looks at work of the server until it has ended, with a bar; also over a restart of the server. Ends with Ctrl-C. */
export async function follow<T>(session: Session, followed: Followed<T>): Promise<T> {
  const { clock, interrupted } = session.world
  const { label, total = 1, pauses, first, look, progress } = followed
  const bar = await createBar(session, { label, total, unit: 'share' })
  let found = first
  try {
    for (let attempt = 0; ; attempt++) {
      found ??= await retryWhileUnreachable(session, look)
      const at = await progress(found)
      if (at === undefined) return found
      bar.update(at.done, at.label)
      await clock.sleep(pauses[Math.min(attempt, pauses.length - 1)]!, interrupted)
      found = undefined
    }
  } finally {
    bar.end()
  }
}

/** Whoever no longer follows work has stopped nothing on the server: `how` follows it again. */
export function goesOn(
  thrown: unknown,
  { how, why, what = text('wait.interrupted') }: { how: string; why: string; what?: string },
): unknown {
  const error = toKinoraError(thrown)
  if (error.code === 'aborted') return explain('aborted', { what, how }, error)
  if (!isKinoraError(thrown) || !isRetryable(error)) return thrown
  return explain(error.code, { what: messages.error(error), why, how }, error)
}
