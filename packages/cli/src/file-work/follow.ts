import { type SendOptions, toWorkState, type WorkStatus } from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { retryWhileUnreachable } from '../kernel/connection.ts'
import { type ExitCode, exitCodes } from '../kernel/exit.ts'
import { follow, goesOn } from '../kernel/follow.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

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
  const last = await toEnd(session, followed, first).catch((error: unknown) => {
    const why = 'The server hasn’t responded for a minute. The work continues on its own.'
    throw goesOn(error, { how: safe`Follow progress with: ${followed.again}`, why })
  })
  conclude(session, last, followed)
  return last
}

async function toEnd<T extends object>(
  session: Session,
  { look, toWork }: Followed<T>,
  given: T | undefined,
): Promise<T> {
  const first = given ?? (await retryWhileUnreachable(session, look))
  let told: string | undefined
  return follow(session, {
    label: toWork(first).title,
    pauses: [1000],
    first,
    look,
    progress(found) {
      const { status, isFinishing, rows } = toWork(found)
      if (status !== 'Processing' && !isFinishing) return undefined
      const { total, done, bad } = rows
      if (session.print.lines && `${done} ${bad}` !== told) session.print.record(found, [])
      told = `${done} ${bad}`
      return { done: total === 0 ? 0 : (done + bad) / total }
    },
  })
}

function conclude<T extends object>(session: Session, found: T, { toWork, resume }: Followed<T>): void {
  const { print } = session
  const work = toWork(found)
  const params = { ...work.rows, status: toWorkState(work.status), command: resume }
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
