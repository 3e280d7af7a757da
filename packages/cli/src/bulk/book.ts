import { KinoraError } from '@kinora/core'
import {
  applyEntry,
  digestText,
  type Entry,
  foldEntries,
  type RunAccount,
  type RunRecord,
  startRun,
} from '@kinora/core/bulk'
import { explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { JournalLog } from '../kernel/world.ts'
import { accountOf, isOf, otherAccount } from './account.ts'
import { bulkText } from './texts.ts'

/** The journal of one catalogue on one server. */
export interface Book {
  name: string
  log: JournalLog<Entry>
  run: RunRecord | undefined
}

/**
 * Found again by where the catalogue lies and which server it is for; its runs add to the same journal. An account that
 * runs a catalogue of another's has a journal of its own beside that one, whose titles may be out of its reach.
 */
export async function openBook(session: Session, cataloguePath: string, account: RunAccount): Promise<Book> {
  const name = await nameOf(session, cataloguePath)
  const first = await readBook(session, name)
  if (isOf(first.run, account)) return first
  const digest = await digestText(`${account.userId}\n${account.tenant ?? ''}`)
  return readBook(session, `${name}-${digest.slice(0, 8)}`)
}

async function nameOf(session: Session, cataloguePath: string): Promise<string> {
  const full = session.world.files.resolve(cataloguePath)
  return `bulk/${(await digestText(`${await session.url()}\n${full}`)).slice(0, 24)}`
}

export async function readBook(session: Session, name: string): Promise<Book> {
  await session.world.steadyMemory()
  const log = session.world.journal.log<Entry>(name)
  let run: RunRecord | undefined
  for await (const entries of log.entries()) run = foldEntries(entries, run)
  return { name, log, run }
}

/** Every catalogue that was run from this account of the machine, oldest first. */
export async function listBooks(session: Session): Promise<Book[]> {
  const books: Book[] = []
  for (const name of await session.world.journal.list('bulk')) books.push(await readBook(session, name))
  return books
}

/** The run of a catalogue, or of the one that was run last, whoever ran it: to be looked at only. */
export async function findRun(
  session: Session,
  cataloguePath: string | undefined,
): Promise<{ book: Book; run: RunRecord }> {
  const names = await session.world.journal.list('bulk')
  const own = cataloguePath === undefined ? undefined : await nameOf(session, cataloguePath)
  const latest = names.findLast(name => own === undefined || name === own || name.startsWith(`${own}-`))
  const book = latest === undefined ? undefined : await readBook(session, latest)
  if (book?.run === undefined) throw neverRun()
  return { book, run: book.run }
}

/**
 * The same, to go on with or to take back: refused where it was run on another server or by another account, for whom a title
 * out of its reach looks like one that is gone.
 */
export async function findOwnRun(session: Session, cataloguePath: string | undefined): Promise<RunRecord> {
  const account = await accountOf(session)
  if (cataloguePath === undefined) {
    const run = await latestHere(session)
    if (!isOf(run, account)) throw otherAccount(run.account!, account)
    return run
  }
  const { run } = await openBook(session, cataloguePath, account)
  if (run !== undefined) return run
  const first = await readBook(session, await nameOf(session, cataloguePath))
  throw first.run?.account === undefined ? neverRun() : otherAccount(first.run.account, account)
}

/** What was run last on this server. */
async function latestHere(session: Session): Promise<RunRecord> {
  const url = await session.url()
  let elsewhere: string | undefined
  for (const name of (await session.world.journal.list('bulk')).reverse()) {
    const { run } = await readBook(session, name)
    if (run?.url === url) return run
    elsewhere ??= run?.url
  }
  if (elsewhere === undefined) throw neverRun()
  throw new KinoraError('conflict', { detail: bulkText('run.otherServer', { server: elsewhere }) })
}

const neverRun = (): Error =>
  explain('notFound', { what: bulkText('run.neverRun'), how: bulkText('run.neverRunHow') })

/** Begins a run: what follows is on the disk and in `run` alike. */
export async function beginRun(book: Book, start: Extract<Entry, { kind: 'run' }>) {
  await book.log.append(start)
  return appendTo(book, startRun(start, book.run))
}

/** Goes on with the latest run without beginning another. */
export function beginAgain(book: Book) {
  if (book.run === undefined) throw neverRun()
  return appendTo(book, book.run)
}

/** Cells are parts of the catalogue's text; kept as they are they would hold all of it in memory. */
const detached = <T>(entry: T): T => JSON.parse(JSON.stringify(entry)) as T

function appendTo(book: Book, run: RunRecord) {
  return {
    run,
    async append(entry: Exclude<Entry, { kind: 'run' }>) {
      await book.log.append(entry)
      applyEntry(run, detached(entry))
    },
  }
}
