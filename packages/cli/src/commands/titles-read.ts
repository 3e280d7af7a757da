import {
  titles as calls,
  type Input,
  isStalled,
  phraseTones,
  type Title,
  TitleStatus,
  toTitlePhrase,
} from '@kinora/core'
import { Option } from 'commander'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { waiting } from '../kernel/pages.ts'
import { type Column, looks, type Paint } from '../kernel/print.ts'
import { saveResponse } from '../kernel/save-response.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFilterFlags } from '../titles/filter-flags.ts'
import { findTitle, findTitles } from '../titles/find.ts'
import { durationText, failureText, stateText, stuckText } from '../titles/format.ts'
import { fullTitleFields, titleFields, toReadable } from '../titles/readable.ts'
import { withIds } from '../titles/references.ts'

/** TITLE-14 */
export const addList: FillCommand = (command, session) => {
  const toSearch = addFilterFlags(command, 'search')
  command
    .option('--all', text('filter.all'))
    .option('--view <name>', text('filter.view'))
    .hook('preAction', printing(session, titleFields))
    .action(async (flags: Record<string, unknown>) => {
      const view = flags.view === undefined ? {} : await searchOf(session, String(flags.view))
      await listTitles(session, { ...view, ...toSearch(flags) }, flags.all === true)
    })
  addExamples(command, [
    '--status published --json tag,className',
    '--category Yoga --duration 0-600 --sort name --all',
    '--stuck',
    '--view "Ready to publish"',
    "--all --jq '.[] | select(.labelTags == []) | .tag'",
  ])
}

export const addShow: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .hook('preAction', printing(session, fullTitleFields))
    .action(async (tag: string) => {
      const title = await findTitle(session, tag)
      const { findPartialUploads } = await import('../titles/partial-uploads.ts')
      const { showTitle } = await import('../titles/show.ts')
      showTitle(session, title, await findPartialUploads(session, title))
    })
  addExamples(command, ['TAG', 'TAG --json status,streamingLink'])
}

const exportFormats = ['report', 'catalogue'] as const

interface ExportFlags {
  as: (typeof exportFormats)[number]
  output?: string
}

/** TITLE-25 */
export const addExport: FillCommand = (command, session) => {
  command.option('-o, --output <file>', text('api.output'))
  command.addOption(
    new Option(
      '--as <format>',
      'catalogue: columns that titles bulk run takes back, to edit many titles at once',
    )
      .choices(exportFormats)
      .default('report'),
  )
  const toFilter = addFilterFlags(command, 'export')
  command.action((flags: ExportFlags & Record<string, unknown>) =>
    exportTitles(session, toFilter(flags), flags),
  )
  addExamples(command, [
    '-o titles.csv',
    '--provider "Ironside Training" --status published -o ironside.csv',
    '--as catalogue -o catalogue.csv',
  ])
}

export const addWatch: FillCommand = (command, session) => {
  command
    .argument('<tag...>', text('argument.tags'))
    .hook('preAction', printing(session, titleFields))
    .action((tags: string[]) => watchTitles(session, tags))
  addExamples(command, ['TAG', 'TAG OTHER_TAG --json tag,status'])
}

const columns: readonly Column<Title>[] = [
  { header: 'TAG', value: title => title.tag, look: 'accent' },
  { header: 'TITLE', value: title => title.className, flexible: true },
  { header: 'STATUS', value: title => stateText(title), look: lookOf },
  { header: 'LENGTH', value: durationText, align: 'right' },
  { header: 'CATEGORY', value: title => title.classCategory, look: 'dim', flexible: true },
]

const why: Column<Title> = { header: 'WHY', value: stuckText, flexible: true }

function lookOf(title: Title): keyof Paint | undefined {
  return looks[phraseTones[toTitlePhrase(title).key]]
}

/** ROLE-12: the tenant that customer support acts for narrows the search. */
async function filterOf(session: Session, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { tenant } = session.options
  return { ...(await withIds(session, given)), ...(tenant === undefined ? {} : { tenant }) }
}

const searchOf = async (session: Session, view: string): Promise<Record<string, unknown>> =>
  (await import('../titles/view.ts')).searchOfView(session, view)

async function listTitles(session: Session, given: Record<string, unknown>, all: boolean): Promise<void> {
  const input = { ...(await filterOf(session, given)), ...(all ? { take: -1 } : {}) } as Input<
    typeof calls.search
  >
  const send = await session.send()
  const page = await waiting(session, () => send(calls.search, input))
  session.print.table(page.data.map(toReadable), given.stuck === true ? [...columns, why] : columns)
  session.print.page(page, 0)
}

async function exportTitles(
  session: Session,
  given: Record<string, unknown>,
  { as, output }: ExportFlags,
): Promise<void> {
  const filter = await filterOf(session, given)
  if (as === 'catalogue') {
    const { exportCatalogue } = await import('../titles/export-catalogue.ts')
    return saveResponse(session, { body: await exportCatalogue(session, filter) }, output)
  }
  const input = filter as Input<typeof calls.export>
  const answer = await (await session.send())(calls.export, input)
  await saveResponse(session, answer, output)
}

/** With `--json-lines` a title is a line again whenever its status has changed. */
function toChanges(print: Session['print']): (titles: readonly Title[]) => void {
  const told = new Map<string, string>()
  return titles => {
    const changed = titles.filter(title => told.get(title.tag) !== stateText(title))
    for (const title of changed) told.set(title.tag, stateText(title))
    print.table(changed.map(toReadable), [])
  }
}

async function watchTitles(session: Session, tags: readonly string[]): Promise<void> {
  // A server that was never there is reported at once: only one that goes meanwhile is waited for.
  await findTitles(session, tags)
  const { print } = session
  const { waitForProcessing } = await import('../titles/wait-for-processing.ts')
  const settled = await waitForProcessing(session, tags, 'video', print.lines ? toChanges(print) : undefined)
  if (!print.lines)
    print.table(settled.map(toReadable), [
      { header: 'TAG', value: title => title.tag, look: 'accent' },
      { header: 'STATUS', value: title => stateText(title), look: lookOf },
      { header: 'TITLE', value: title => title.className, flexible: true },
      { header: 'FAILURE', value: title => failureText(title) ?? stuckText(title), flexible: true },
    ])
  const failed = settled.filter(title => title.status === TitleStatus.Error || isStalled(title.stuck)).length
  if (failed > 0) session.code = failed === settled.length ? exitCodes.failure : exitCodes.partly
}
