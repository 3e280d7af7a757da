import { type titles as calls, type Input, type Title, TitleStatus } from '@kinora/core'
import type { Command } from 'commander'
import type { AddCommands } from '../kernel/command-line.ts'
import { exitCodes } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import type { Paint } from '../kernel/paint.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { fullTitleFields, titleFields } from '../titles/fields.ts'
import { addFilterFlags } from '../titles/filter-flags.ts'
import { findTitle } from '../titles/find.ts'
import { withIds } from '../titles/references.ts'
import { settle } from '../titles/settle.ts'
import { type Standing, standingsOf, toLines } from '../titles/standing.ts'
import { failureOf, lengthOf, stateOf, statusName, stuckOf } from '../titles/words.ts'
import { saveAnswer } from './api.ts'

export const addTitlesNoun = (program: Command): Command =>
  program.command('titles').summary(text('titles.summary')).description(text('titles.description'))

/** Only what reads titles. */
export const addTitleReading: AddCommands = (program, session) => addRead(addTitlesNoun(program), session)

/** TITLE-14, TITLE-25: list, show, export and watch. */
export function addRead(titles: Command, session: Session): void {
  const list = titles.command('list').description(text('titles.list'))
  const toSearch = addFilterFlags(list, 'search')
  list
    .option('--all', text('filter.all'))
    .hook('preAction', printing(session, titleFields))
    .action((flags: Record<string, unknown>) => listTitles(session, toSearch(flags), flags.all === true))

  titles
    .command('show')
    .argument('<tag>', text('argument.tag'))
    .description(text('titles.show'))
    .hook('preAction', printing(session, fullTitleFields))
    .action(async (tag: string) => {
      const title = await findTitle(session, tag)
      showTitle(session, title, await standingsOf(session, title))
    })

  const exported = titles
    .command('export')
    .description(text('titles.export'))
    .option('-o, --output <file>', text('api.output'))
  const toFilter = addFilterFlags(exported, 'export')
  exported.action((flags: Record<string, unknown>) =>
    exportTitles(session, toFilter(flags), flags.output as string | undefined),
  )

  titles
    .command('watch')
    .argument('<tag...>', text('argument.tags'))
    .description(text('titles.watch'))
    .hook('preAction', printing(session, titleFields))
    .action((tags: string[]) => watchTitles(session, tags))
}

const columns: readonly Column<Title>[] = [
  { header: 'TAG', value: title => title.tag, look: 'accent' },
  { header: 'TITLE', value: title => title.className, flexible: true },
  { header: 'STATUS', value: title => stateOf(title), look: title => lookOf(title.status) },
  { header: 'LENGTH', value: lengthOf, align: 'right' },
  { header: 'CATEGORY', value: title => title.classCategory, look: 'dim', flexible: true },
]

const why: Column<Title> = { header: 'WHY', value: stuckOf, flexible: true }

function lookOf(status: number): keyof Paint | undefined {
  if (status === TitleStatus.Error) return 'bad'
  if (status === TitleStatus.Published) return 'good'
  return status === TitleStatus.Completed ? undefined : 'dim'
}

/** ROLE-12: the tenant that customer support acts for narrows the search. */
async function filterOf(session: Session, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { tenant } = session.options
  return { ...(await withIds(session, given)), ...(tenant === undefined ? {} : { tenant }) }
}

async function listTitles(session: Session, given: Record<string, unknown>, all: boolean): Promise<void> {
  const input = { ...(await filterOf(session, given)), ...(all ? { take: -1 } : {}) } as Input<
    typeof calls.search
  >
  const page = await (await session.api()).titles.search(input, { signal: session.world.interrupted })
  session.print.table(page.data, given.stuck === true ? [...columns, why] : columns)
  if (!session.world.stdout.isTTY || session.print.json) return
  const { totalPages: pages, totalRecords: count } = page
  session.print.note(
    session.print.paint.dim(text('titles.page', { page: page.page, pages: Math.max(1, pages), count })),
  )
}

/** One title in full. */
export function showTitle(session: Session, title: Title, uploads: readonly Standing[] = []): void {
  session.print.record({ ...title, uploads }, [
    ['tag', title.tag],
    ['title', title.className],
    ['status', stateOf(title)],
    ['failure', failureOf(title)],
    ['stands still', stuckOf(title)],
    ['type', title.contentType === 2 ? 'audio' : 'video'],
    ['length', lengthOf(title)],
    ['description', title.classDescription],
    ['category', [title.classCategory, title.classSubCategory].filter(Boolean).join(' › ')],
    ['language', title.classLanguage],
    ['channel', title.channelName],
    ['provider', title.provider],
    ['release date', title.scheduleDate],
    ['instructor', title.instructor],
    ['skill', title.skill],
    ['intensity', title.intensity],
    ['equipment', title.equipmentTypeTags.join(', ')],
    ['focus areas', title.focusAreaTags.join(', ')],
    ['keywords', title.keywords.join(', ')],
    ['cover', title.imageLink],
    ['file', title.fileName],
    ['sha-256', title.fileDigest],
    ['external id', title.externalId],
    ['created', title.creationDate],
    ['published', title.publishedDate],
    ...toLines(title.tag, uploads),
  ])
}

async function exportTitles(
  session: Session,
  given: Record<string, unknown>,
  output: string | undefined,
): Promise<void> {
  const input = (await filterOf(session, given)) as Input<typeof calls.export>
  const answer = await (await session.api()).titles.export(input, { signal: session.world.interrupted })
  await saveAnswer(session, answer, output)
}

async function watchTitles(session: Session, tags: readonly string[]): Promise<void> {
  const settled = await settle(session, tags)
  session.print.table(settled, [
    { header: 'TAG', value: title => title.tag, look: 'accent' },
    { header: 'STATUS', value: title => statusName(title.status), look: title => lookOf(title.status) },
    { header: 'TITLE', value: title => title.className, flexible: true },
    { header: 'FAILURE', value: title => failureOf(title) ?? stuckOf(title), flexible: true },
  ])
  const failed = settled.filter(title => title.status === TitleStatus.Error || title.stuck !== null).length
  if (failed > 0) session.code = failed === settled.length ? exitCodes.failure : exitCodes.partly
}
