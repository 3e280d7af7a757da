import { KinoraError } from '@kinora/core'
import { type BatchInspection, readCsv } from '@kinora/core/bulk'
import { createProblemList, toLine } from '../bulk/show-problems.ts'
import { wordsIn } from '../bulk/words.ts'
import { safe, say } from '../kernel/cells.ts'
import { exitCodes, usage } from '../kernel/exit.ts'
import { messages } from '../kernel/messages.ts'
import { requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'

/** A CSV that the server works on, of titles or of members. */
export interface CsvWork {
  /** Its template's columns, and the command that prints it. */
  columns: readonly string[]
  command: string
  inspect(blob: Blob): Promise<BatchInspection>
  /** What is said of a file that can't be used at all, of one without errors, and asked of one with some. */
  unusable: string
  good(found: BatchInspection): string
  question: string
}

/** BULK-07, USER-11: the header, then every row; a file that can't be used at all is said and ends the command. */
export async function inspectCsv(session: Session, file: LocalFile, work: CsvWork): Promise<BatchInspection> {
  await assertTemplateHeader(file, work)
  const found = await work.inspect(file.blob)
  if (!found.unusable) return found
  showProblems(session, found, work)
  session.print.fail(work.unusable)
  throw new KinoraError('invalid', { issues: [{ path: 'file', code: 'validation.fileFormat' }] })
}

/** `--dry-run`. Exit code 0, 6 when some rows would be refused, 2 when all would. */
export function concludeCsv(session: Session, found: BatchInspection, work: CsvWork): void {
  showProblems(session, found, work)
  const { rows, bad } = found
  if (bad === 0) session.print.done(work.good(found))
  else {
    session.print.warn(text('batches.add.bad', { rows, bad }))
    session.code = bad < rows ? exitCodes.partly : exitCodes.usage
  }
}

/** Some problems are named one by one, then the rows with errors are skipped unless somebody objects. */
export async function agreeToSkip(
  session: Session,
  { named, found: { rows, bad } }: { named: BatchInspection['problems']; found: BatchInspection },
  { command, question, yes }: Pick<CsvWork, 'command' | 'question'> & { yes: boolean | undefined },
): Promise<void> {
  const { print } = session
  for (const problem of named) print.warn(toLine(problem, wordsIn(session, command)))
  if (bad === 0) return
  print.warn(text('batches.add.bad', { rows, bad }))
  if (!yes && session.interactive) await requireYes(session, say(question, { rows, bad }))
}

function showProblems(session: Session, { problems }: BatchInspection, { command }: CsvWork): void {
  const list = createProblemList(session, wordsIn(session, command))
  list.add(problems)
  list.end()
}

/** Lists the columns of a header that isn't the template's, before any row is checked. */
async function assertTemplateHeader({ blob }: LocalFile, { columns, command }: CsvWork): Promise<void> {
  const given = await readHeaderCells(blob, columns)
  if (given === undefined || given.join('\n') === columns.join('\n')) return
  const missing = columns.filter(name => !given.includes(name))
  const unknown = given.filter(name => !columns.includes(name))
  const why = [
    missing.length > 0 ? safe`Missing columns: ${missing.join(', ')}.` : '',
    unknown.length > 0 ? safe`Columns that aren’t in the template: ${unknown.map(toShown).join(', ')}.` : '',
  ].filter(Boolean)
  throw usage(
    messages.text('validation.fileFormat'),
    safe`Use the header of the template: ${command}`,
    why.join(' ') || 'The columns are in a different order than in the template, or appear more than once.',
  )
}

const toShown = (name: string): string => (name === '' ? 'one without a name' : name)

/** The first row that isn't blank; undefined where there is none or the file can't be read, which the check says. */
async function readHeaderCells(blob: Blob, columns: readonly string[]): Promise<string[] | undefined> {
  try {
    for await (const event of readCsv(blob.stream(), columns)) {
      if (event.kind === 'broken') return undefined
      const cells = event.records.find(record => record.some(cell => cell.trim() !== ''))
      if (cells !== undefined) return cells.map(cell => cell.trim())
    }
  } catch {
    return undefined
  }
  return undefined
}
