import { KinoraError, withoutRetry } from '@kinora/core'
import { isOfFile, type PlannedRow, type Problem, type ReconciledRow, reconcile } from '@kinora/core/bulk'
import { safe, say } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, quotedPath } from '../kernel/hints.ts'
import type { Column } from '../kernel/print.ts'
import { withSpinner } from '../kernel/progress.ts'
import { requireYes, type Session } from '../kernel/session.ts'
import { rowsText, text } from '../kernel/texts.ts'
import { viewMetadata } from './command-check.ts'
import { type Inspection, inspect, openCatalogue } from './inspect.ts'
import { assertUnchanged, type PlanFile, writePlan } from './plan-file.ts'
import { planRun, showPlan } from './plan-report.ts'
import { accountOf, findOwnRun, openJournal, reopenRun } from './run-journal.ts'
import { isAbout, rowsOf, runTask, type Task, withJournalLock } from './run-task.ts'
import { createProblemList, toLine } from './show-problems.ts'
import { wordsIn } from './words.ts'

/** Errors that are named before a run; the check lists all. */
const SHOWN = 20

export interface RunFlags {
  publish?: boolean
  dryRun?: boolean
  yes?: boolean
  force?: boolean
  strict?: boolean
  /** Where to write the plan instead of doing it. */
  plan?: string
}

/** Runs a catalogue, or resumes it: a run starts where its journal ends. */
export async function runCommand(session: Session, path: string, flags: RunFlags): Promise<void> {
  const task = await prepareTask(session, path, { ...flags, only: 'all' })
  const { fileless } = task.counts
  if (fileless > 0) session.print.note(text('bulk.check.noFile', { count: fileless }))
  await planOrRun(session, task, flags)
}

/** Resumes the latest run with its publish flag; rows that were undone since are skipped. */
export async function resumeCommand(
  session: Session,
  path: string | undefined,
  flags: RunFlags,
): Promise<void> {
  const run = await findOwnRun(session, path)
  if (run.isDone)
    return session.print.done(
      safe`This run is complete. Start another with: kinora titles bulk run ${quotedPath(path ?? run.path)}${contextFlags(session)}`,
    )
  const wish = {
    only: run.isRetry ? 'unfinished' : 'open',
    publish: flags.publish ?? run.publish,
    force: flags.force,
  } as const
  await runTask(session, await prepareTask(session, path ?? run.path, wish))
}

/** `retry --failed`: only rows that failed, from the catalogue as it is now. */
export async function retryCommand(
  session: Session,
  path: string | undefined,
  flags: RunFlags,
): Promise<void> {
  const run = await findOwnRun(session, path)
  const publish = flags.publish ?? run.publish
  const task = await prepareTask(session, path ?? run.path, {
    only: 'unfinished',
    publish,
    force: flags.force,
  })
  await planOrRun(session, task, flags)
}

/** `apply`: plans the run again and runs it only if every row is the same. */
export async function applyRun(session: Session, plan: Exclude<PlanFile, { kind: 'undo' }>): Promise<void> {
  const only = plan.kind === 'retry' ? 'unfinished' : 'all'
  const task = await prepareTask(session, plan.catalogue, { only, publish: plan.publish, force: plan.force })
  const now: PlannedRow[] = []
  for await (const rows of planRun(session, toWish(task))) now.push(...rows)
  assertUnchanged(session, { planned: plan.rows, now }, row => `${row.action} ${row.proof}`)
  await runTask(session, task)
}

async function prepareTask(
  session: Session,
  path: string,
  {
    only,
    publish = false,
    force = false,
  }: { only: Task['only']; publish?: boolean | undefined; force?: boolean | undefined },
): Promise<Task> {
  const catalogue = await openCatalogue(session, path, await viewMetadata(session))
  const journal = await openJournal(session, path, await accountOf(session))
  const errors = createErrorList(session, path)
  const found = await withSpinner(session, 'Checking the catalogue…', () =>
    inspect(session, catalogue, {
      publish: false,
      run: journal.run,
      onProblems: errors.add,
      isWanted: checked => isAbout(only, journal.run, checked),
    }),
  )
  errors.show()
  const { counts, bytes } = found
  return { path, catalogue, journal, counts, bytes, only, publish, force }
}

/** Names the first errors of a catalogue's rows; those of the file itself are listed, and end the command. */
function createErrorList(session: Session, path: string) {
  const ofFile: Problem[] = []
  const errors: string[] = []
  let more = 0
  const words = wordsIn(session)
  return {
    add(problems: readonly Problem[]) {
      for (const problem of problems) {
        if (problem.level !== 'error') continue
        if (isOfFile(problem)) ofFile.push(problem)
        else if (errors.length < SHOWN) errors.push(toLine(problem, words))
        else more++
      }
    },
    show() {
      if (ofFile.length > 0) {
        const list = createProblemList(session)
        list.add(ofFile)
        list.end()
        throw new KinoraError('invalid', { issues: [{ path: '', code: 'validation.fileFormat' }] })
      }
      for (const error of errors) session.print.warn(error)
      if (more === 0) return
      const said = { count: more, path: quotedPath(path), context: contextFlags(session) }
      session.print.warn(
        say('{{count}} more; all of them: kinora titles bulk check {{path}}{{context}}', said),
      )
    },
  }
}

async function planOrRun(session: Session, task: Task, flags: RunFlags): Promise<void> {
  if (flags.strict && task.counts.bad > 0) throw strictly(session, task)
  if (flags.dryRun || flags.plan !== undefined) {
    if (flags.plan === undefined) return showPlan(session, toWish(task))
    const rows: PlannedRow[] = []
    await showPlan(session, toWish(task), more => void rows.push(...more))
    const about = { kinora: 'bulk-plan', version: 1, server: await session.url() } as const
    const kind = task.only === 'unfinished' ? 'retry' : 'run'
    const { catalogue, publish, force } = task
    const plan = { ...about, kind, catalogue: catalogue.file.path, publish, force, rows } as const
    return writePlan(session, flags.plan, plan)
  }
  await agree(session, task.counts, flags)
  await runTask(session, task)
}

function strictly(session: Session, { counts, path }: Task): KinoraError {
  const what = say(
    {
      one: '{{count}} row has errors, so nothing was run (--strict)',
      other: '{{count}} rows have errors, so nothing was run (--strict)',
    },
    { count: counts.bad },
  )
  return usage(what, safe`Mend them: kinora titles bulk check ${quotedPath(path)}${contextFlags(session)}`)
}

function toWish(task: Task) {
  const { journal, catalogue, publish, force } = task
  return { catalogue, journal, publish, force, rows: rowsOf(task, journal.run) }
}

async function agree(session: Session, { rows, bad }: Inspection['counts'], flags: RunFlags): Promise<void> {
  if (bad === 0 || flags.yes || !session.interactive) return
  const question = say(
    {
      one: 'Of {{rows}} {{count}} has errors. Run the other {{good}}?',
      other: 'Of {{rows}} {{count}} have errors. Run the other {{good}}?',
    },
    { rows: rowsText(rows), count: bad, good: rows - bad },
  )
  await requireYes(session, question)
}

const reconciledColumns: readonly Column<ReconciledRow>[] = [
  { header: 'ROW', value: reconciled => reconciled.row, align: 'right' },
  { header: 'EXTERNAL ID', value: reconciled => reconciled.externalId },
  { header: 'TITLE', value: reconciled => reconciled.title, flexible: true },
  { header: 'TAG', value: reconciled => reconciled.tag },
  { header: 'NOW', value: reconciled => reconciled.now },
]

/** Takes over what people have changed since the last run, so that the next one goes on from there. */
export async function reconcileCommand(session: Session, path: string | undefined): Promise<void> {
  const { path: catalogue } = await findOwnRun(session, path)
  const account = await accountOf(session)
  const { name } = await openJournal(session, catalogue, account)
  await withJournalLock(session, name, async journal => {
    const { clock, interrupted: signal } = session.world
    const list = session.print.list(reconciledColumns)
    let count = 0
    const send = withoutRetry(await session.send())
    for await (const rows of reconcile({ ...reopenRun(journal), send, clock, signal })) {
      list.add(rows)
      count += rows.length
    }
    list.end()
    session.print.done(
      count === 0
        ? 'Nothing was changed elsewhere.'
        : say(
            {
              one: 'Accepted {{count}} title as it is on the server.',
              other: 'Accepted {{count}} titles as they are on the server.',
            },
            { count },
          ),
    )
  })
}
