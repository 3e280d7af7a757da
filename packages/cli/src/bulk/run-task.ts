import { createMessages, en, KinoraError, toKinoraError } from '@kinora/core'
import {
  type CheckedRow,
  createIdentities,
  createSendFile,
  digestBlob,
  eachResult,
  type Identities,
  isGood,
  isLeftOpen,
  isUnfinished,
  type RowRecord,
  type RunAccount,
  type RunRecord,
  runRows,
} from '@kinora/core/bulk'
import { exitCodes, explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import { accountOf } from './account.ts'
import { type Book, beginRun, readBook } from './book.ts'
import { lockOf } from './command-results.ts'
import { type Catalogue, eachRow, type Inspection } from './inspect.ts'
import { createReport } from './report.ts'
import { showResults } from './results.ts'
import { bulkText, rowsText } from './texts.ts'

/** Milliseconds between two looks at titles that are being processed. */
const POLL = 1_000
/** Rows that are worked on at a time: a call of the server and a write of the journal take turns. */
const WIDTH = 8

/** A catalogue that can be run, with what is to be run of it. */
export interface Task {
  path: string
  catalogue: Catalogue
  /** Its journal as it was when the task was prepared. */
  book: Book
  counts: Inspection['counts']
  /** Rows that came to nothing before, those that a stopped run left open, or all of them. */
  only: 'all' | 'unfinished' | 'open'
  publish: boolean
}

/** The rows that the task is about, read as they are asked for. */
export async function* rowsOf(
  { catalogue, only }: Task,
  run: RunRecord | undefined,
): AsyncGenerator<CheckedRow> {
  for await (const checked of eachRow(catalogue)) {
    const id = checked.row.externalId
    if (only === 'unfinished' && !isUnfinished(run?.rows.get(id))) continue
    if (only === 'open' && !isLeftOpen(run, id)) continue
    yield checked
  }
}

/** Does the task and shows what became of every row. Exit code 0, 6 when some rows came to nothing, 1 when all did. */
export async function runTask(session: Session, task: Task): Promise<void> {
  await withBookLocked(session, task.book.name, async (book, account) => {
    try {
      conclude(session, await perform(session, { task, book, account }))
    } catch (error) {
      throw withAdvice(error, task.path)
    }
  })
}

/** Does the work with the journal of that name while nobody else does. */
export async function withBookLocked(
  session: Session,
  name: string,
  work: (book: Book, account: RunAccount) => Promise<void>,
): Promise<void> {
  const account = await accountOf(session)
  const release = await session.world.tryLock(lockOf(name))
  if (release === undefined) throw new KinoraError('conflict', { detail: bulkText('run.locked') })
  try {
    await work(await readBook(session, name), account)
  } finally {
    await release()
  }
}

interface Ended {
  run: RunRecord
  /** Ids of the rows that this run was about. */
  ids: Identities
}

async function perform(
  session: Session,
  { task, book, account }: { task: Task; book: Book; account: RunAccount },
): Promise<Ended> {
  const { clock, interrupted: signal } = session.world
  const [send, url] = await Promise.all([session.send(), session.url()])
  const { catalogue, publish, counts } = task
  const { run, append } = await beginRun(book, {
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
  const ended: Ended = { run, ids: createIdentities() }
  const report = await createReport(session, totalOf(task, run))
  await runRows(noted(rowsOf(task, run), ended.ids), {
    send,
    sendFile: createSendFile({ send, clock, userId: account.userId }),
    clock,
    signal,
    open: catalogue.assets.open,
    append,
    run,
    report,
    publish,
    poll: POLL,
    width: WIDTH,
  }).finally(report.end)
  return ended
}

/** The rows as they go by; which they are is only known here. */
async function* noted(rows: AsyncIterable<CheckedRow>, ids: Identities): AsyncGenerator<CheckedRow> {
  for await (const checked of rows) {
    const { externalId, row } = checked.row
    if (externalId !== '') ids.firstRow(externalId, row)
    yield checked
  }
}

function conclude(session: Session, { run, ids }: Ended): void {
  const isOfRun = ({ id }: RowRecord) => ids.has(id)
  showResults(session, eachResult(run, bulkText, isOfRun))
  const nameless = run.refusals.size
  const counts = { good: 0, bad: nameless, rows: nameless }
  for (const record of run.rows.values()) {
    if (!isOfRun(record)) continue
    counts.rows++
    counts[isGood(record) ? 'good' : 'bad']++
  }
  const told = { ...counts, rows: rowsText(counts.rows) }
  if (counts.bad > 0) {
    session.print.warn(bulkText('run.partlyDone', told))
    session.code = counts.good > 0 ? exitCodes.partly : exitCodes.failure
  } else session.print.done(bulkText('run.allDone', told))
}

/** Rows that the report will be told of. */
function totalOf({ only, counts }: Task, run: RunRecord): number {
  if (only === 'unfinished') return [...run.rows.values()].filter(isUnfinished).length
  return only === 'open' ? counts.rows - (run.undone?.size ?? 0) : counts.rows
}

function withAdvice(thrown: unknown, path: string): KinoraError {
  const error = toKinoraError(thrown)
  const why = error.code === 'server' && error.cause instanceof Error ? error.cause.message : undefined
  return explain(
    error.code,
    { what: createMessages(en).error(error), why, how: bulkText('run.goOn', { path }) },
    error,
  )
}
