import { isKinoraError, isRetryable, type SendOptions, toKinoraError, type WorkStatus } from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { whileUnreachable } from '../kernel/connection.ts'
import { type ExitCode, exitCodes, explain } from '../kernel/exit.ts'
import { messages } from '../kernel/messages.ts'
import { createBar } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** Milliseconds between two looks. */
const LOOK = 1000

/** Work on an uploaded CSV, of titles or of members (C-71). */
interface Work {
  title: string
  status: WorkStatus | null
  problem: string | null
  /** Stopped, but for what is in hand. */
  isFinishing: boolean
  rows: { total: number; done: number; bad: number }
}

interface Followed<T> {
  look(options?: SendOptions): Promise<T>
  toWork(found: T): Work
  /** The commands that follow it again and that go on with it. */
  again: string
  resume: string
}

/**
 * Follows work to its end, and prints it. Exit code 0, 6 when some rows failed or it was stopped, 1 when all failed or the
 * platform gave it up. With `isBegun` the server was there a moment ago, so that the first look has patience too.
 */
export async function followWork<T extends object>(
  session: Session,
  followed: Followed<T>,
  isBegun = false,
): Promise<T> {
  const first = isBegun ? undefined : await followed.look()
  const last = await follow(session, followed, first).catch((error: unknown) => {
    throw goesOn(error, followed)
  })
  conclude(session, last, followed)
  return last
}

async function follow<T extends object>(
  session: Session,
  followed: Followed<T>,
  first: T | undefined,
): Promise<T> {
  const { clock, interrupted } = session.world
  let found = first ?? (await whileUnreachable(session, options => followed.look(options)))
  let work = followed.toWork(found)
  let told: string | undefined
  const progress = await createBar(session, { label: work.title, total: 1, unit: 'share' })
  try {
    while (work.status === 'Processing' || work.isFinishing) {
      const { total, done, bad } = work.rows
      if (session.print.lines && `${done} ${bad}` !== told) session.print.record(found, [])
      told = `${done} ${bad}`
      progress.update(total === 0 ? 0 : (done + bad) / total)
      await clock.sleep(LOOK, interrupted)
      found = await whileUnreachable(session, options => followed.look(options))
      work = followed.toWork(found)
    }
    return found
  } finally {
    progress.end()
  }
}

/** Whoever no longer follows work has stopped nothing on the server. */
function goesOn<T>(thrown: unknown, { again }: Pick<Followed<T>, 'again'>): unknown {
  const how = safe`Follow progress with: ${again}`
  const error = toKinoraError(thrown)
  if (error.code === 'aborted') return explain('aborted', { what: text('wait.interrupted'), how }, error)
  if (!isKinoraError(thrown) || !isRetryable(error)) return thrown
  const what = messages.error(error)
  return explain(
    error.code,
    { what, why: 'The server hasn’t responded for a minute. The work continues on its own.', how },
    error,
  )
}

function conclude<T extends object>(session: Session, found: T, { toWork, resume }: Followed<T>): void {
  const { print } = session
  const work = toWork(found)
  const params = { ...work.rows, status: work.status ?? 'New', command: resume }
  if (print.json) print.record(found, [])
  if (work.status === null) print.note(safe`Not started yet. Start it with: ${params.command}`)
  else if (work.status === 'Stop') {
    if (work.problem !== null) print.fail(work.problem)
    print.warn(say('Stopped: {{done}} of {{total}} rows done. Resume with: {{command}}', params))
  } else if (work.status === 'Cancelled') print.fail(work.problem ?? work.status)
  else if (work.rows.bad === 0) print.done(text('work.ended', params))
  else print.warn(text('work.ended', params))
  session.code = codeOf(work)
}

function codeOf({ status, rows }: Work): ExitCode {
  if (status === 'Cancelled') return exitCodes.failure
  if (status === 'Stop') return exitCodes.partly
  if (status !== 'Complete' || rows.bad === 0) return exitCodes.ok
  return rows.done > 0 ? exitCodes.partly : exitCodes.failure
}
