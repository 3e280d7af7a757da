import {
  type titles as calls,
  createMessages,
  en,
  type Input,
  KinoraError,
  type Output,
  toDeletionResult,
} from '@kinora/core'
import type { Command } from 'commander'
import { usage } from '../kernel/exit.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { demand, type Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { toDraft } from '../titles/draft.ts'
import { forEachTag, outcomeFields, showOutcomes } from '../titles/each.ts'
import { fullTitleFields } from '../titles/fields.ts'
import { findTitles } from '../titles/find.ts'
import { addDraftFlags } from '../titles/flags.ts'
import { publishTitle } from '../titles/publish.ts'
import { failureOf, stateOf } from '../titles/words.ts'
import { showTitle } from './titles-read.ts'

/** TITLE-07, TITLE-18 to 27: create, edit, publish, unpublish and delete. */
export function addWrite(titles: Command, session: Session): void {
  const create = titles.command('create').description(text('titles.create'))
  const toCreate = addDraftFlags(create, 'create')
  create.hook('preAction', printing(session, creationFields))
  create.action((flags: Record<string, unknown>) => createTitle(session, toCreate(flags)))

  const edit = titles.command('edit').argument('<tag>', text('argument.tag')).description(text('titles.edit'))
  const toEdit = addDraftFlags(edit, 'edit')
  edit.hook('preAction', printing(session, fullTitleFields))
  edit.action((tag: string, flags: Record<string, unknown>) => editTitle(session, tag, toEdit(flags)))

  for (const publish of [true, false]) {
    titles
      .command(publish ? 'publish' : 'unpublish')
      .argument('<tag...>', text('argument.tags'))
      .description(text(publish ? 'titles.publish' : 'titles.unpublish'))
      .hook('preAction', printing(session, outcomeFields))
      .action((tags: string[]) => forEachTag(session, tags, tag => publishTitle(session, tag, publish)))
  }

  titles
    .command('retry')
    .argument('<tag...>', text('argument.tags'))
    .summary(text('titles.retrySummary'))
    .description(text('titles.retry'))
    .option('--trailer', text('titles.retryTrailer'))
    .hook('preAction', printing(session, outcomeFields))
    .action((tags: string[], { trailer = false }: { trailer?: boolean }) =>
      forEachTag(session, tags, tag => retryTitle(session, tag, trailer)),
    )

  titles
    .command('delete')
    .argument('<tag...>', text('argument.tags'))
    .description(text('titles.delete'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, outcomeFields))
    .action((tags: string[], flags: { yes?: boolean }) => deleteTitles(session, tags, flags.yes === true))
}

const creationFields = namesOf<Output<typeof calls.create>>({ tag: true, created: true })

async function createTitle(session: Session, given: Record<string, unknown>): Promise<void> {
  if (given.className === undefined)
    throw usage(
      text('usage.missingFlag', { flag: '--title' }),
      text('usage.passFlag', { flag: '--title NAME' }),
    )
  const draft = (await toDraft(session, given)) as Input<typeof calls.create>
  const answer = await (await session.api()).titles.create({ ...draft, tenantId: session.options.tenant })
  session.print.record(answer, [['tag', answer.tag]])
  session.print.done(text(answer.created ? 'titles.created' : 'titles.known', { tag: answer.tag }))
}

async function editTitle(session: Session, tag: string, given: Record<string, unknown>): Promise<void> {
  if (Object.keys(given).length === 0)
    throw usage(text('titles.nothingToEdit'), text('usage.help', { command: 'kinora titles edit' }))
  const title = await (await session.api()).titles.update({ tag, ...(await toDraft(session, given)) })
  showTitle(session, title)
  session.print.done(en['success.itemSaved'])
}

/** The server decides what gets it out; said is where the title stands then. */
async function retryTitle(session: Session, tag: string, isTrailerFile: boolean): Promise<string> {
  const api = await session.api()
  const title = await api.titles.retry({ tag, isTrailerFile }, { signal: session.world.interrupted })
  return [isTrailerFile ? undefined : stateOf(title), failureOf(title)].filter(Boolean).join(': ')
}

async function deleteTitles(session: Session, tags: readonly string[], sure: boolean): Promise<void> {
  const { print, world } = session
  if (!sure) {
    demand(session, '--yes')
    const titles = await findTitles(session, tags)
    for (const title of titles) print.note(`  ${print.paint.accent(title.tag)}  ${title.className}`)
    const agreed = await (await world.prompt()).confirm(text('titles.deleteAsk', { count: tags.length }))
    if (!agreed) throw new KinoraError('aborted')
  }
  const items = await (await session.api()).titles.remove(
    { tags: [...new Set(tags)] },
    { signal: world.interrupted },
  )
  if (items.every(item => item.item2 === 404))
    throw new KinoraError('notFound', { detail: en['title.deleteFailed'] })
  const result = toDeletionResult(items)
  showOutcomes(
    session,
    items.map(({ item1, item2 }) => ({
      tag: item1,
      ok: item2 < 300,
      message:
        item2 < 300
          ? en['success.itemDeleted']
          : item2 === 404
            ? en['title.notFound']
            : `${en['title.deleteFailed']} (${item2})`,
    })),
  )
  const sentence = createMessages(en).text(result.text, result.kind === 'mixed' ? result.params : {})
  if (result.kind === 'mixed') print.warn(sentence)
  else print.done(sentence)
}
