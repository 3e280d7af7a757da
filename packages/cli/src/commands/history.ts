import {
  en,
  fillText,
  fromWireDate,
  type HistoryChange,
  HistoryEntry,
  type HistoryKey,
  type Input,
  titleHistory,
  toDayAndTime,
  toHistoryWords,
} from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { rowsOfPage } from '../kernel/page-flags.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { fieldLabel } from '../titles/field-labels.ts'

/** † decision 0043 */
export const addHistory: FillCommand = (command, session) => {
  command.argument('<tag>', text('argument.tag'))
  const toPage = addFlags(command, fieldsOf(titleHistory.list.input), {
    omit: [...rowsOfPage, 'tag'],
    help: { page: text('filter.page'), take: text('filter.take') },
  })
  command
    .option('--all', 'all changes, without pages')
    .hook('preAction', printing(session, Object.keys(HistoryEntry.shape)))
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
  const { print, world } = session
  const api = await session.api()
  const found = await withSpinner(session, text('wait.server'), () =>
    api['title-history'].list(asked, { signal: world.interrupted }),
  )
  if (print.json) return print.table(found.data, [])
  print.table(found.data.flatMap(toLines), columns)
  if (found.totalPages < 2 || !world.stdout.isTTY) return
  const { totalPages: pages, totalRecords: count } = found
  print.note(print.paint.dim(text('resource.page', { page: found.page, pages, count })))
}

const toLines = (entry: HistoryEntry): Line[] =>
  entry.changes.length === 0
    ? [{ entry, isFirst: true }]
    : entry.changes.map((change, index) => ({ entry, change, isFirst: index === 0 }))

const verbText = (verb: string): string => {
  const key = `ui.history.verb.${verb}`
  return key in en ? fillText(en[key as HistoryKey]) : verb
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
