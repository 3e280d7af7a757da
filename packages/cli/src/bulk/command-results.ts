import { withoutRetry } from '@kinora/core'
import { countStates, eachComparedResult, eachResult, type RunRecord } from '@kinora/core/bulk'
import { contextFlags, profileFlag, quoted, quotedPath } from '../kernel/hints.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { lookOf, printCsv, showResults } from './results.ts'
import { accountOf, findRun, isRunBy, listJournals, type RunJournal } from './run-journal.ts'
import { wordsIn } from './words.ts'

/**
 * Every row of the latest run as its title is now, with what to do next. What another account or another server has run can't be
 * compared from here and is said as the journal has it, as with `--offline`.
 */
export async function resultsCommand(
  session: Session,
  path: string | undefined,
  options: { csv?: boolean; offline?: boolean },
): Promise<void> {
  const { run } = await findRun(session, path)
  const isHere = run.url === (await session.url())
  const isComparable = !options.offline && isHere && isRunBy(run, await accountOf(session))
  if (!isComparable) session.print.note('As the journal has it; not compared with the server.')
  const { clock, interrupted: signal } = session.world
  const words = wordsIn(session)
  const results = isComparable
    ? eachComparedResult(run, { send: withoutRetry(await session.send()), clock, signal }, words)
    : eachResult(run, words)
  if (options.csv) await printCsv(session, results)
  else await showResults(session, results, lookOf)
}

export interface RunStatus {
  catalogue: string
  server: string
  state: 'running' | 'done' | 'undone' | 'stopped'
  rows: number
  published: number
  completed: number
  saved: number
  failed: number
  refused: number
  /** Titles that were changed elsewhere and left alone. */
  changed: number
  /** Titles that an undo has deleted. */
  undone: number
  open: number
  startedAt: string
}

const columns: readonly Column<RunStatus>[] = [
  { header: 'CATALOGUE', value: status => status.catalogue, flexible: true },
  {
    header: 'STATE',
    value: status => status.state,
    look: status => (status.state === 'stopped' ? 'warn' : 'good'),
  },
  ...(
    ['rows', 'published', 'completed', 'saved', 'failed', 'refused', 'changed', 'undone', 'open'] as const
  ).map(
    (name): Column<RunStatus> => ({
      header: name.toUpperCase(),
      value: status => status[name],
      align: 'right',
    }),
  ),
  { header: 'STARTED', value: status => status.startedAt },
  { header: 'SERVER', value: status => status.server },
]

/** The status of a run, or of all. */
export async function statusCommand(session: Session, path: string | undefined): Promise<void> {
  const journals = path === undefined ? await listJournals(session) : [(await findRun(session, path)).journal]
  const known = journals.filter(
    (journal): journal is RunJournal & { run: RunRecord } => journal.run !== undefined,
  )
  const statuses = await Promise.all(known.map(journal => toStatus(session, journal)))
  session.print.table(statuses, columns)
  const here = await session.url()
  for (const { state, catalogue, server } of statuses) {
    if (state !== 'stopped') continue
    const context =
      server === here ? contextFlags(session) : `${profileFlag(session)} --url ${quoted(server)}`
    session.print.note(text('bulk.run.goOn', { path: quotedPath(catalogue), context }))
  }
}

async function toStatus(
  session: Session,
  { name, run }: RunJournal & { run: RunRecord },
): Promise<RunStatus> {
  const counts = countStates(run)
  const count = (state: string): number => counts[state] ?? 0
  const ended = ['published', 'completed', 'saved', 'failed', 'refused', 'changed', 'undone'].reduce(
    (sum, state) => sum + count(state),
    0,
  )
  const refused = run.refusals.size
  const open = Math.max(run.total, run.rows.size + refused) - ended - refused
  const isUndone = count('undone') > 0 && count('undone') === ended
  return {
    catalogue: run.path,
    server: run.url,
    state: (await isRunning(session, name)) ? 'running' : open > 0 ? 'stopped' : isUndone ? 'undone' : 'done',
    rows: run.total,
    published: count('published'),
    completed: count('completed'),
    saved: count('saved'),
    failed: count('failed'),
    refused: count('refused') + refused,
    changed: count('changed'),
    undone: count('undone'),
    open,
    startedAt: new Date(run.startedAt).toISOString(),
  }
}

async function isRunning(session: Session, name: string): Promise<boolean> {
  const release = await session.world.tryLock(name)
  await release?.()
  return release === undefined
}
