import {
  createMessages,
  en,
  isKinoraError,
  isRetryable,
  type TitleJob,
  type TitleJobItem,
  toJobResult,
  toKinoraError,
  toProblemWords,
} from '@kinora/core'
import { safe } from '../../kernel/cells.ts'
import { whileUnreachable } from '../../kernel/connection.ts'
import { type ExitCode, exitCodes, explain } from '../../kernel/exit.ts'
import { contextFlags } from '../../kernel/follow-up.ts'
import { createBar } from '../../kernel/progress.ts'
import type { Session } from '../../kernel/session.ts'

const words = { goesOn: 'The server continues on its own.' } as const

/** Milliseconds between two looks. */
const LOOK = 1000

/** Follows a job, also over a restart of the server, and shows what came of it: exit code 6 when some titles failed, 1 when all did. */
export async function watchJob(session: Session, jobId: string): Promise<void> {
  const job = await follow(session, jobId).catch((error: unknown) => {
    throw goesOn(session, error, jobId)
  })
  await showResults(session, job)
  conclude(session, job)
}

async function follow(session: Session, jobId: string): Promise<TitleJob> {
  const { clock, interrupted } = session.world
  const jobs = (await session.api())['title-jobs']
  let job = await jobs.view({ jobId })
  const { total } = job.counts
  const progress = await createBar(session, { label: labelOf(job), total: Math.max(1, total), unit: 'share' })
  try {
    while (job.status === 'Running') {
      progress.update(total - job.counts.waiting)
      await clock.sleep(LOOK, interrupted)
      job = await whileUnreachable(session, options => jobs.view({ jobId }, options))
    }
    return job
  } finally {
    progress.end()
  }
}

const labelOf = ({ act }: TitleJob): string => act

/** Whoever no longer follows a job has stopped nothing on the server. */
function goesOn(session: Session, thrown: unknown, id: string): unknown {
  const how = safe`Follow it with: kinora titles jobs watch ${id}${contextFlags(session)}`
  const error = toKinoraError(thrown)
  if (error.code === 'aborted') return explain('aborted', { what: words.goesOn, how }, error)
  if (!isKinoraError(thrown) || !isRetryable(error)) return thrown
  return explain(error.code, { what: createMessages(en).error(error), why: words.goesOn, how }, error)
}

export const resultFields = ['tag', 'className', 'outcome', 'problem'] as const

/** A line for each title; on a terminal only for those that there is something to say of. */
async function showResults(session: Session, { jobId }: TitleJob): Promise<void> {
  const { print, world } = session
  const { data } = await (await session.api())['title-jobs'].results({ jobId, take: -1 })
  const isBrief = world.stdout.isTTY && !print.json
  printItems(session, isBrief ? data.filter(({ problem }) => problem.length > 0) : data)
}

export function printItems({ print }: Session, items: readonly TitleJobItem[]): void {
  const { issue } = createMessages(en)
  const told = items.map(item => ({ ...item, problem: toProblemWords(item.problem, issue) }))
  print.table(told, [
    { header: 'TAG', value: item => item.tag, look: 'accent' },
    { header: 'RESULT', value: item => item.outcome, look: item => looks[item.outcome] },
    { header: 'TITLE', value: item => item.className, flexible: true },
    { header: 'WHY', value: item => item.problem, flexible: true },
  ])
}

const looks = { done: 'good', same: 'dim', waiting: 'dim', refused: 'bad', changed: 'bad' } as const

function conclude(session: Session, job: TitleJob): void {
  const { print } = session
  const { text, issue } = createMessages(en)
  const words = toJobResult(job).map(part => text(part.text, part.params))
  const sentence = [...words, ...(job.problem.length === 0 ? [] : [toProblemWords(job.problem, issue)])].join(
    '. ',
  )
  const code = codeOf(job)
  if (code === exitCodes.ok) print.done(sentence)
  else print.warn(sentence)
  if (job.isUndoable)
    print.note(safe`Undo with: kinora titles jobs undo ${job.jobId}${contextFlags(session)}`)
  session.code = code
}

function codeOf({ status, counts }: TitleJob): ExitCode {
  const bad = counts.refused + counts.changed
  if (status === 'Done' && bad === 0) return exitCodes.ok
  return counts.done + counts.same > 0 || status === 'Cancelled' ? exitCodes.partly : exitCodes.failure
}
