import {
  DeletedTitle,
  deletedTitles,
  en,
  fillText,
  fromWireDate,
  type HistoryChange,
  HistoryEntry,
  type HistoryField,
  type HistoryKey,
  type Input,
  KinoraError,
  KnownVersion,
  type MessageKey,
  RestorableField,
  titleHistory,
  toDayAndTime,
  toHistoryWords,
} from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { versionFlag, withVersion } from '../kernel/flags.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { type Done, ofEach } from '../kernel/outcomes.ts'
import { listing, waiting } from '../kernel/pages.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import { findTitle } from '../titles/find.ts'
import { fullTitleFields } from '../titles/readable.ts'
import { showTitle } from '../titles/show.ts'

/** † decision 0043 */
export const addHistory: FillCommand = (command, session) => {
  command.argument('<tag>', text('argument.tag'))
  const toPage = addFlags(command, fieldsOf(titleHistory.list.input), {
    omit: [...rowsOfPage, 'tag'],
  })
  command
    .option('--all', 'all changes, without pages')
    .hook('preAction', printing(session, fieldsOfRows(HistoryEntry)))
    .action((tag: string, { all, ...flags }: Record<string, unknown>) =>
      showHistory(session, { tag, ...toPage(flags), ...(all === true && { take: -1 }) }),
    )
  addExamples(command, ['TAG', 'TAG --all --json at,by,changes'])
}

/** A line of the terminal: an act, and one of the fields that it changed, if any. */
interface Line {
  entry: HistoryEntry
  change?: HistoryChange | undefined
  isFirst: boolean
}

const ofFirst = (value: (entry: HistoryEntry) => string | number) => (line: Line) =>
  line.isFirst ? value(line.entry) : ''

const columns: readonly Column<Line>[] = [
  { header: 'ENTRY', value: line => line.entry.entryId, look: 'accent' },
  { header: 'WHEN', value: ofFirst(({ at }) => at) },
  { header: 'WHO', value: ofFirst(({ by }) => by) },
  { header: 'FROM', value: ofFirst(({ client }) => client), look: 'dim' },
  { header: 'WHAT', value: ofFirst(({ verb }) => verbText(verb)) },
  { header: 'FIELD', value: ({ change }) => change && fieldLabel(change.path) },
  { header: 'BEFORE', value: ({ change }) => change && toWords(change, 'before'), flexible: true },
  { header: 'AFTER', value: ({ change }) => change && toWords(change, 'after'), flexible: true },
]

async function showHistory(session: Session, asked: Input<typeof titleHistory.list>): Promise<void> {
  const { print } = session
  const send = await session.send()
  const found = await waiting(session, () => send(titleHistory.list, asked))
  if (print.json) return print.table(found.data, [])
  print.table(found.data.flatMap(toLines), columns)
  print.page(found)
}

const toLines = (entry: HistoryEntry): Line[] =>
  entry.changes.length === 0
    ? [{ entry, isFirst: true }]
    : entry.changes.map((change, index) => ({ entry, change, isFirst: index === 0 }))

const verbText = (verb: string): string => {
  const key = `ui.verb.${verb}`
  return key in en ? fillText(en[key as MessageKey]) : verb
}

const words = {
  text: (key: HistoryKey) => fillText(en[key]),
  moment(wire: string) {
    const date = fromWireDate(wire)
    return date === undefined ? wire : toDayAndTime(date)
  },
}

const toWords = (change: HistoryChange, side: 'before' | 'after'): string =>
  toHistoryWords({ path: change.path, value: change[side], names: change[`${side}Names`] }, words)

/** † decision 0043 */
export const addDeleted = listing({
  flags(command) {
    const toFilter = addFlags(command, fieldsOf(deletedTitles.list.input), {
      omit: rowsOfPage,
      help: { query: text('filter.query') },
    })
    command.option('--all', text('filter.all'))
    return ({ all, ...flags }) => ({ ...toFilter(flags), ...(all === true && { take: -1 }) })
  },
  fields: Object.keys(DeletedTitle.shape),
  ask: async (session, input) => (await session.send())(deletedTitles.list, input),
  columns: [
    { header: 'TAG', value: title => title.tag, look: 'accent' },
    { header: 'TITLE', value: title => title.className, flexible: true },
    { header: 'DELETED', value: title => title.deletedDate },
    { header: 'BY', value: title => title.deletedBy },
    { header: 'RESTORABLE UNTIL', value: title => title.restorableUntil },
  ],
  examples: ['', '--query flow --json tag,className'],
})

/** † decision 0043 */
export const addRestore = ofEach('tag', {
  argument: ['<tag...>', text('argument.tags')],
  act: restoreTitle,
  examples: ['TAG', 'TAG OTHER_TAG'],
})

async function restoreTitle(session: Session, tag: string): Promise<string | Done> {
  const send = await session.send()
  const { wasPublished } = await send(deletedTitles.restore, { tag })
  return wasPublished
    ? {
        done: 'Restored. It was published and is unpublished now',
        next: safe`Publish it again: kinora titles publish ${quoted(tag)}${contextFlags(session)}`,
      }
    : 'Restored'
}

interface Revert {
  tag: string
  entry: string
  field?: string[]
  version?: number
}

/** † decision 0043 */
export const addRevert: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<entry>', 'number of the change, as kinora history prints it')
    .option('--field <name...>', 'only these fields, such as Title or className; all of them unless given')
  const toVersion = addFlags(command, fieldsOf(KnownVersion), versionFlag)
  command
    .hook('preAction', printing(session, fullTitleFields))
    .action((tag: string, entry: string, { field, ...flags }: { field?: string[] }) =>
      revertTitle(session, { tag, entry, field, ...toVersion(flags) }),
    )
  addExamples(command, ['TAG 42', 'TAG 42 --field Instructor'])
}

async function revertTitle(session: Session, { tag, entry, field, version }: Revert): Promise<void> {
  const entryId = Number(entry)
  if (!Number.isSafeInteger(entryId) || entryId < 1)
    throw usage(
      safe`“${entry}” is not the number of a change`,
      safe`List the changes: kinora history ${quoted(tag)}${contextFlags(session)}`,
    )
  const fields = field?.map(toRestorableField)
  const send = await session.send()
  const asked = { name: tag, known: version, now: async () => (await findTitle(session, tag)).version }
  const title = await withVersion(asked, () => send(titleHistory.restore, { tag, entryId, fields, version }))
  showTitle(session, title)
  session.print.done(en['ui.history.restored'])
}

/** A title’s field as forms name it. */
const fieldLabel = (field: HistoryField): string => en[`field.${field}`]

/** A field by its name in the contract or in forms, in whatever case. Throws `invalid` with all that there are. */
function toRestorableField(written: string): RestorableField {
  const wanted = written.trim().toLowerCase()
  const found = RestorableField.options.find(field =>
    [field, fieldLabel(field)].some(name => name.toLowerCase() === wanted),
  )
  if (found !== undefined) return found
  const fields = RestorableField.options.join(', ')
  throw new KinoraError('invalid', {
    detail: safe`“${written}” is not a field that can be restored. Choose from: ${fields}`,
  })
}
