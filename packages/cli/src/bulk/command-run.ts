import { createMessages, KinoraError, toKinoraError } from '@kinora/core'
import {
  createSendFile,
  digestBlob,
  isGood,
  type RunRecord,
  runRows,
  toRefused,
  toResults,
} from '@kinora/core/bulk'
import { exitCodes, explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import { beginRun, findRun, openBook } from './book.ts'
import { viewMetadata } from './command-check.ts'
import { lockOf } from './command-results.ts'
import { type Inspection, inspect } from './inspect.ts'
import { showPlan } from './plan-report.ts'
import { createReport } from './report.ts'
import { showResults } from './results.ts'
import { showProblems, toShown } from './show-problems.ts'
import { bulkText } from './texts.ts'

export interface RunFlags {
  publish?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** Milliseconds between two looks at titles that are being processed. */
const POLL = 1_000

/** Runs a catalogue, or goes on with it: both are the same, since a run begins where its journal ends. */
export async function runCommand(session: Session, path: string, flags: RunFlags): Promise<void> {
  const found = await inspect(session, path, {
    metadata: await viewMetadata(session),
    publish: false,
    keep: true,
  })
  if (found.unusable) {
    showProblems(session, found.problems)
    throw new KinoraError('invalid', { issues: [{ path: '', code: 'validation.fileFormat' }] })
  }
  for (const problem of found.problems.filter(({ level }) => level === 'error').map(toShown))
    session.print.warn(bulkText('run.problem', { ...problem }))
  if (flags.dryRun)
    return showPlan(session, found, { book: await openBook(session, path), publish: flags.publish ?? false })
  await agree(session, found, flags)
  await runLocked(session, found, { path, publish: flags.publish ?? false })
}

/** The latest run again, with the wish it had to publish. */
export async function resumeCommand(
  session: Session,
  path: string | undefined,
  flags: RunFlags,
): Promise<void> {
  const { run } = await findRun(session, path)
  await runCommand(session, path ?? run.path, { publish: run.publish, ...flags, yes: true })
}

async function agree(session: Session, { counts }: Inspection, flags: RunFlags): Promise<void> {
  if (counts.bad === 0 || flags.yes || !session.interactive) return
  const question = bulkText('run.ask', { ...counts, good: counts.rows - counts.bad })
  if (!(await (await session.world.prompt()).confirm(question))) throw new KinoraError('aborted')
}

async function runLocked(
  session: Session,
  found: Inspection,
  options: { path: string; publish: boolean },
): Promise<void> {
  const { world } = session
  const name = (await openBook(session, options.path)).name
  const release = await world.tryLock(lockOf(name))
  if (release === undefined) throw new KinoraError('conflict', { detail: bulkText('run.locked') })
  try {
    const run = await perform(session, found, options)
    conclude(session, run, found)
  } catch (error) {
    throw withAdvice(error, options.path)
  } finally {
    await release()
  }
}

async function perform(
  session: Session,
  found: Inspection,
  options: { path: string; publish: boolean },
): Promise<RunRecord> {
  const { world } = session
  const [send, api, url] = await Promise.all([session.send(), session.api(), session.url()])
  const { user } = await api.session.verify({})
  const { clock, interrupted: signal } = world
  const { publish } = options
  const { run, append } = await beginRun(await openBook(session, options.path), {
    kind: 'run',
    at: clock.now(),
    path: found.catalogue.path,
    url,
    content: await digestBlob(found.catalogue.blob),
    rows: found.rows.length,
    publish,
  })
  await runRows(found.rows, {
    send,
    sendFile: createSendFile({ send, clock, userId: user.userId }),
    clock,
    signal,
    open: path => found.assets.open(path),
    append,
    run,
    report: createReport(session, found.rows.length),
    publish,
    poll: POLL,
  })
  return run
}

/** Exit code 0, 6 when some rows came to nothing, 1 when all did. */
function conclude(session: Session, run: RunRecord, found: Inspection): void {
  const known = new Map(toResults(run, bulkText).map(result => [result.externalId, result]))
  const results = found.rows.map(({ row, draft, problems }) => {
    const result = known.get(row.externalId)
    return result?.row === row.row
      ? result
      : toRefused(row, draft.className, { count: problems.length, say: bulkText })
  })
  showResults(session, results)
  const good = results.filter(isGood).length
  const counts = { good, bad: results.length - good, rows: results.length }
  if (counts.bad > 0) {
    session.print.warn(bulkText('run.partlyDone', counts))
    session.code = good > 0 ? exitCodes.partly : exitCodes.failure
  } else session.print.done(bulkText('run.allDone', counts))
}

function withAdvice(thrown: unknown, path: string): KinoraError {
  const error = toKinoraError(thrown)
  const why = error.code === 'server' && error.cause instanceof Error ? error.cause.message : undefined
  return explain(
    error.code,
    { what: createMessages().error(error), why, how: bulkText('run.goOn', { path }) },
    error,
  )
}
