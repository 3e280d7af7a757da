import { DeletedTitle, deletedTitles, en, type Input, KnownVersion } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/follow-up.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { forEachId, outcomeFields } from '../kernel/outcomes.ts'
import { rowsOfPage } from '../kernel/page-flags.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { versionFlag, withVersion } from '../kernel/version-flag.ts'
import { toRestorableField } from '../titles/field-labels.ts'
import { fullTitleFields } from '../titles/fields.ts'
import { findTitle } from '../titles/find.ts'
import { showTitle } from '../titles/show.ts'

/** † decision 0043 */
export const addDeleted: FillCommand = (command, session) => {
  const toFilter = addFlags(command, fieldsOf(deletedTitles.list.input), {
    omit: rowsOfPage,
    help: { query: text('filter.query'), page: text('filter.page'), take: text('filter.take') },
  })
  command
    .option('--all', text('filter.all'))
    .hook('preAction', printing(session, Object.keys(DeletedTitle.shape)))
    .action(({ all, ...flags }: Record<string, unknown>) =>
      listDeleted(session, { ...toFilter(flags), ...(all === true && { take: -1 }) }),
    )
  addExamples(command, ['', '--query flow --json tag,className'])
}

async function listDeleted(session: Session, asked: Input<typeof deletedTitles.list>): Promise<void> {
  const { print, world } = session
  const api = await session.api()
  const found = await withSpinner(session, text('wait.server'), () =>
    api['deleted-titles'].list(asked, { signal: world.interrupted }),
  )
  print.table(found.data, [
    { header: 'TAG', value: title => title.tag, look: 'accent' },
    { header: 'TITLE', value: title => title.className, flexible: true },
    { header: 'DELETED', value: title => title.deletedDate },
    { header: 'BY', value: title => title.deletedBy },
    { header: 'RESTORABLE UNTIL', value: title => title.restorableUntil },
  ])
  if (found.totalPages < 2 || !world.stdout.isTTY || print.json) return
  const { totalPages: pages, totalRecords: count } = found
  print.note(print.paint.dim(text('resource.page', { page: found.page, pages, count })))
}

/** † decision 0043 */
export const addRestore: FillCommand = (command, session) => {
  command
    .argument('<tag...>', text('argument.tags'))
    .hook('preAction', printing(session, outcomeFields('tag')))
    .action((tags: string[]) =>
      forEachId(session, 'tag', { ids: tags, act: tag => restoreTitle(session, tag) }),
    )
  addExamples(command, ['TAG', 'TAG OTHER_TAG'])
}

async function restoreTitle(session: Session, tag: string): Promise<string> {
  const api = await session.api()
  const { wasPublished } = await api['deleted-titles'].restore({ tag }, { signal: session.world.interrupted })
  return wasPublished
    ? 'Restored. It was published and is unpublished now: kinora titles publish'
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
  const api = await session.api()
  const asked = { name: tag, known: version, now: async () => (await findTitle(session, tag)).version }
  const title = await withVersion(asked, () =>
    api['title-history'].restore({ tag, entryId, fields, version }, { signal: session.world.interrupted }),
  )
  showTitle(session, title)
  session.print.done(en['ui.history.restored'])
}
