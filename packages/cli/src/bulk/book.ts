import { applyEntry, digestText, type Entry, foldEntries, type RunRecord, startRun } from '@kinora/core/bulk'
import { explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { JournalLog } from '../kernel/world.ts'
import { bulkText } from './texts.ts'

/** The journal of one catalogue on one server. */
export interface Book {
  name: string
  log: JournalLog<Entry>
  run: RunRecord | undefined
}

/** Found again by where the catalogue lies and which server it is for; its runs add to the same journal. */
export async function openBook(session: Session, cataloguePath: string): Promise<Book> {
  const full = session.world.files.resolve(cataloguePath)
  const name = `bulk/${(await digestText(`${await session.url()}\n${full}`)).slice(0, 24)}`
  return readBook(session, name)
}

export async function readBook(session: Session, name: string): Promise<Book> {
  session.world.steadyMemory()
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

/** The run of a catalogue, or of the one that was run last. */
export async function findRun(
  session: Session,
  cataloguePath: string | undefined,
): Promise<{ book: Book; run: RunRecord }> {
  const latest = cataloguePath === undefined ? (await session.world.journal.list('bulk')).at(-1) : undefined
  const book =
    cataloguePath !== undefined
      ? await openBook(session, cataloguePath)
      : latest && (await readBook(session, latest))
  if (!book || book.run === undefined) throw neverRun()
  return { book, run: book.run }
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
