import { KinoraError, toKinoraError, withoutRetry } from '@kinora/core'
import {
  type CheckedRow,
  createIdentities,
  createSendFile,
  digestBlob,
  eachResult,
  type Identities,
  isGood,
  isResumableRow,
  isUnfinished,
  type RowRecord,
  type RunAccount,
  type RunRecord,
  type RunReport,
  runRows,
  toResult,
} from '@kinora/core/bulk'
import { safe, say } from '../kernel/cells.ts'
import { type ExitCode, exitCodes, explain, isDiskFull } from '../kernel/exit.ts'
import { stallTimeoutAt } from '../kernel/flags.ts'
import { contextFlags, quotedPath } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import type { Printer } from '../kernel/print.ts'
import { createBars } from '../kernel/progress.ts'
import { wayBackIn } from '../kernel/report.ts'
import type { Session } from '../kernel/session.ts'
import { rowsText, text } from '../kernel/texts.ts'
import { type Catalogue, countBytes, eachRow, type Inspection } from './inspect.ts'
import { lookOf, showResults } from './results.ts'
import { accountOf, beginRun, type RunJournal, readJournal } from './run-journal.ts'
import { wordsIn } from './words.ts'

/** Milliseconds between polls of titles that are being processed. */
const POLL_INTERVAL = 1_000

/** A catalogue that can be run, with what is to be run of it. */
export interface Task {
  path: string
  catalogue: Catalogue
  /** Its journal as it was when the task was prepared. */
  journal: RunJournal
  counts: Inspection['counts']
  bytes: Inspection['bytes']
  /** Rows that failed before, rows that a stopped run left open, or all rows. */
  only: 'all' | 'unfinished' | 'open'
  publish: boolean
  /** Overwrites what people have changed since the run before. */
  force: boolean
}

/** The rows that the task is about, read as they are asked for. */
export async function* rowsOf(
  { catalogue, only }: Task,
  run: RunRecord | undefined,
): AsyncGenerator<CheckedRow> {
  for await (const checked of eachRow(catalogue)) if (isAbout(only, run, checked)) yield checked
}

/** Whether a task is about the row. */
export function isAbout(only: Task['only'], run: RunRecord | undefined, { row }: CheckedRow): boolean {
  if (only === 'unfinished') return isUnfinished(run?.rows.get(row.externalId))
  return only === 'all' || isResumableRow(run, row.externalId)
}

/** Runs the task and shows the result of every row. Exit code 0, 6 when some rows failed or were left alone, 1 when all failed, 7 when all were left alone. */
export async function runTask(session: Session, task: Task): Promise<void> {
  await withJournalLock(session, task.journal.name, async (journal, account) => {
    try {
      await showSummary(session, await perform(session, { task, journal, account }))
    } catch (error) {
      throw explainFailure(session, error, task.path)
    }
  })
}

/** Holds the lock of a journal while `work` runs. */
export async function withJournalLock(
  session: Session,
  name: string,
  work: (journal: RunJournal, account: RunAccount) => Promise<void>,
): Promise<void> {
  session.isResumable = true
  const account = await accountOf(session)
  const release = await session.world.tryLock(name)
  if (release === undefined)
    throw new KinoraError('conflict', { detail: 'Another process is running this catalogue.' })
  try {
    await work(await readJournal(session, name), account)
  } finally {
    await release()
  }
}

interface RunSummary {
  run: RunRecord
  /** Ids of the rows that this run was about. */
  ids: Identities
}

async function perform(
  session: Session,
  { task, journal, account }: { task: Task; journal: RunJournal; account: RunAccount },
): Promise<RunSummary> {
  const { clock, interrupted: signal } = session.world
  const [send, url] = await Promise.all([session.send().then(withoutRetry), session.url()])
  const { catalogue, publish, counts, force } = task
  const { run, append } = await beginRun(journal, {
    kind: 'run',
    at: clock.now(),
    path: catalogue.file.path,
    url,
    content: await digestBlob(catalogue.file.blob),
    rows: counts.rows,
    publish,
    account,
    ...(task.only === 'unfinished' ? { retry: true } : {}),
    ...(task.only === 'open' ? { resume: true } : {}),
  })
  const summary: RunSummary = { run, ids: createIdentities() }
  const report = await createReport(session, { rows: totalOf(task, run), bytes: task.bytes })
  await runRows(collectIds(rowsOf(task, run), summary.ids), {
    send,
    sendFile: createSendFile({ send, clock, userId: account.userId, silentAfter: stallTimeoutAt(session) }),
    clock,
    signal,
    open: catalogue.assets.open,
    append,
    run,
    report,
    publish,
    elsewhere: force ? 'overwrite' : 'keep',
    poll: POLL_INTERVAL,
    // A call of the server and a write of the journal take turns.
    concurrency: session.parallel,
  }).finally(report.end)
  return summary
}

/** Collects the ids of the rows while they are read. */
async function* collectIds(rows: AsyncIterable<CheckedRow>, ids: Identities): AsyncGenerator<CheckedRow> {
  for await (const checked of rows) {
    const { externalId, row } = checked.row
    if (externalId !== '') ids.firstRow(externalId, row)
    yield checked
  }
}

async function showSummary(session: Session, { run, ids }: RunSummary): Promise<void> {
  const isOfRun = ({ id }: RowRecord) => ids.has(id)
  if (!session.print.lines) await showResults(session, eachResult(run, wordsIn(session), isOfRun), lookOf)
  const counts = { good: 0, kept: 0, bad: run.refusals.size }
  for (const record of run.rows.values()) {
    if (!isOfRun(record)) continue
    if (record.state === 'changed') counts.kept++
    else counts[isGood(record) ? 'good' : 'bad']++
  }
  const { good, kept, bad } = counts
  const told = { good, bad, rows: rowsText(good + kept + bad) }
  if (bad > 0) session.print.warn(say('{{good}} of {{rows}} done, {{bad}} failed.', told))
  else if (good > 0 || kept === 0) session.print.done(safe`${rowsText(good)} done.`)
  if (kept > 0)
    session.print.warn(
      say(
        {
          one: '{{count}} title was changed elsewhere and left alone. Overwrite it with --force, or accept it as it is: kinora titles bulk reconcile{{context}}',
          other:
            '{{count}} titles were changed elsewhere and left alone. Overwrite them with --force, or accept them as they are: kinora titles bulk reconcile{{context}}',
        },
        { count: kept, context: contextFlags(session) },
      ),
    )
  session.code = codeOf(counts)
}

/** 6 when some rows were done, 7 when all were changed elsewhere. */
function codeOf({ good, kept, bad }: { good: number; kept: number; bad: number }): ExitCode {
  if (bad === 0 && kept === 0) return exitCodes.ok
  if (good > 0) return exitCodes.partly
  return bad > 0 ? exitCodes.failure : exitCodes.conflict
}

/** Rows that the report will receive. */
function totalOf({ only, counts }: Task, run: RunRecord): number {
  if (only === 'unfinished') return [...run.rows.values()].filter(isUnfinished).length
  return only === 'open' ? counts.rows - (run.undone?.size ?? 0) : counts.rows
}

function explainFailure(session: Session, thrown: unknown, path: string): KinoraError {
  const error = toKinoraError(thrown)
  // What is full is said where every failure is; the same command goes on as well.
  if (isDiskFull(error.cause)) return error
  const fault = error.code === 'server' && error.cause instanceof Error ? error.cause.message : undefined
  const barred = wayBackIn(error, session.world.env)
  const goOn = text('bulk.run.goOn', { path: quotedPath(path), context: contextFlags(session) })
  const how = barred === undefined ? goOn : safe`${barred.how} ${goOn}`
  return explain(error.code, { what: messages.error(error), why: barred?.why ?? fault, how }, error)
}

/** The result of a row, in a line. */
function lineOf({ paint }: Printer, record: RowRecord, at: { done: number; total: number }): string {
  const { state, problem, tag } = record
  const params = { ...at, id: record.id || safe`Row ${record.row}`, state, problem, tag }
  if (isGood(record))
    return `${paint.good('✔')} ${say('{{done}}/{{total}}  {{id}}  {{state}}  {{tag}}', params)}`
  const mark = state === 'changed' ? paint.warn('!') : paint.bad('✖')
  return `${mark} ${text('bulk.run.rowFailed', params)}`
}

const waitingForms = {
  one: 'Everything is sent. {{count}} title is processing.',
  other: 'Everything is sent. {{count}} titles are processing.',
}
const unchangedForms = { one: '{{count}} row unchanged.', other: '{{count}} rows unchanged.' }

/** Progress of a run: rows, bytes, speed and time left, the current file, and every result. */
async function createReport(
  session: Session,
  { rows: total, bytes: planned }: { rows: number; bytes: ReadonlyMap<string, number> },
): Promise<RunReport & { end(): void }> {
  const { print } = session
  const bars = await createBars(session)
  const run = bars.addRun(total)
  const words = wordsIn(session)
  let done = 0
  let kept = 0
  const bytes = countBytes(planned)
  run.update(0, bytes.now())
  return {
    sending({ id }, { name, size }) {
      const bar = bars.add({ label: `${done}/${total}  ${id}  ${name}`, total: size, unit: 'bytes' })
      const counted = bytes.begin(id, size)
      return {
        update(sent) {
          bar.update(sent)
          counted.reach(sent)
          run.update(done, bytes.now())
        },
        end() {
          counted.end()
          bar.end()
        },
      }
    },
    result(record, unchanged) {
      done++
      bytes.finish(record.id)
      if (print.lines) print.table([toResult(record, words)], [])
      if (unchanged) kept++
      else bars.say(lineOf(print, record, { done, total }))
      run.update(done, bytes.now())
    },
    waiting: count => bars.say(say(waitingForms, { count })),
    end() {
      if (kept > 0) bars.say(print.paint.dim(say(unchangedForms, { count: kept })))
      bars.end()
    },
  }
}
