import { KinoraError } from '@kinora/core'
import { applyEntry, digestText, type Entry, foldEntries, type RunRecord, startRun } from '@kinora/core/bulk'
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
  const log = session.world.journal.log<Entry>(name)
  return { name, log, run: foldEntries(await log.entries()) }
}

/** Every catalogue that was run from this account of the machine, oldest first. */
export async function listBooks(session: Session): Promise<Book[]> {
  const names = await session.world.journal.list('bulk')
  return Promise.all(names.map(name => readBook(session, name)))
}

/** The run of a catalogue, or of the one that was run last. */
export async function findRun(
  session: Session,
  cataloguePath: string | undefined,
): Promise<{ book: Book; run: RunRecord }> {
  const book =
    cataloguePath === undefined ? (await listBooks(session)).at(-1) : await openBook(session, cataloguePath)
  if (book?.run === undefined) throw new KinoraError('notFound', { detail: bulkText('run.neverRun') })
  return { book, run: book.run }
}

/** Begins a run: what follows is on the disk and in `run` alike. */
export async function beginRun(book: Book, start: Extract<Entry, { kind: 'run' }>) {
  await book.log.append(start)
  return appendTo(book, startRun(start, book.run))
}

/** Goes on with the latest run without beginning another. */
export function beginAgain(book: Book) {
  if (book.run === undefined) throw new KinoraError('notFound', { detail: bulkText('run.neverRun') })
  return appendTo(book, book.run)
}

function appendTo(book: Book, run: RunRecord) {
  return {
    run,
    async append(entry: Exclude<Entry, { kind: 'run' }>) {
      await book.log.append(entry)
      applyEntry(run, entry)
    },
  }
}
