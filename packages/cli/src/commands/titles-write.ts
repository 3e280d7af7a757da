import {
  titles as calls,
  canProcessAgain,
  en,
  errorCodeOf,
  type Input,
  isRemoved,
  KinoraError,
  toDeletionResult,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { withVersion } from '../kernel/flags.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import { type Done, ofEach, outcomeFields, showOutcomes } from '../kernel/outcomes.ts'
import { requireFlag, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, answerFields, fieldsOf } from '../kernel/verb.ts'
import { toDraft } from '../titles/draft.ts'
import { findTitle, findTitles } from '../titles/find.ts'
import { addDraftFlags } from '../titles/flags.ts'
import { failureText, stateText, trailerFailureText } from '../titles/format.ts'
import { keepUnpublished, publishTitle, publishWhenReady } from '../titles/publish.ts'
import { fullTitleFields } from '../titles/readable.ts'
import { showTitle } from '../titles/show.ts'

/** TITLE-07 */
export const addCreate: FillCommand = (command, session) => {
  const toDraft = addDraftFlags(command, 'create')
  command.hook('preAction', printing(session, answerFields(calls.create.output)))
  command.action((flags: Record<string, unknown>) => createTitle(session, toDraft(flags)))
  addExamples(command, ['--title "Morning flow" --category Yoga --language en-GB --external-id flow-001'])
}

/** TITLE-18 */
export const addEdit: FillCommand = (command, session) => {
  command.argument('<tag>', text('argument.tag'))
  const toDraft = addDraftFlags(command, 'edit')
  command.hook('preAction', printing(session, fullTitleFields))
  command.action((tag: string, flags: Record<string, unknown>) => editTitle(session, tag, toDraft(flags)))
  addExamples(command, [
    'TAG --description "Ten minutes to wake up." --keyword calm --keyword morning',
    'TAG --instructor ""',
  ])
}

const tags = ['<tag...>', text('argument.tags')] as const
const trailer = ['--trailer', 'the trailer instead of the video'] as const
type TrailerFlag = { trailer?: boolean }
type WhenReadyFlag = { whenReady?: boolean }

/** TITLE-22 to TITLE-25 */
export const addPublish = ofEach<WhenReadyFlag>('tag', {
  argument: tags,
  option: ['--when-ready', 'publish as soon as the file is processed'],
  act: (session, tag, { whenReady }) =>
    whenReady ? publishWhenReady(session, tag) : publishTitle(session, tag, true),
  examples: ['TAG', 'TAG --when-ready', 'TAG OTHER_TAG --json tag,ok'],
})

/** TITLE-22 to TITLE-25 */
export const addUnpublish = ofEach<WhenReadyFlag>('tag', {
  argument: tags,
  option: ['--when-ready', 'take back only that a title is published when ready'],
  act: (session, tag, { whenReady }) =>
    whenReady ? keepUnpublished(session, tag) : publishTitle(session, tag, false),
  examples: ['TAG', 'TAG --when-ready'],
})

export const addRetry = ofEach<TrailerFlag>('tag', {
  argument: tags,
  option: trailer,
  act: (session, tag, { trailer = false }) => retryTitle(session, tag, trailer),
  examples: ['TAG', 'TAG --trailer'],
})

/** API-16, UPLOAD-21 */
export const addCancel = ofEach<TrailerFlag>('tag', {
  argument: tags,
  option: trailer,
  act: (session, tag, { trailer = false }) => cancelTitle(session, tag, trailer),
  examples: ['TAG', 'TAG --trailer'],
})

const coverFlags = fieldsOf(calls.updateThumbnailType.input.pick({ second: true }))

/** TITLE-13 */
export const addCover: FillCommand = (command, session) => {
  command.argument('<tag>', text('argument.tag'))
  const options = { names: { second: 'at' }, help: { second: 'second of the frame' } }
  const toFlags = addFlags(command, coverFlags, options)
  command.hook('preAction', printing(session, answerFields(calls.updateThumbnailType.output)))
  command.action((tag: string, flags: Record<string, unknown>) => takeCover(session, tag, toFlags(flags)))
  addExamples(command, ['TAG', 'TAG --at 12.5'])
}

/** TITLE-26, TITLE-27 */
export const addDelete: FillCommand = (command, session) => {
  command
    .argument(...tags)
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, outcomeFields('tag')))
    .action((tags: string[], flags: { yes?: boolean }) => deleteTitles(session, tags, flags.yes === true))
  addExamples(command, ['TAG', 'TAG OTHER_TAG --yes'])
}

async function createTitle(session: Session, given: Record<string, unknown>): Promise<void> {
  if (given.className === undefined)
    throw usage(
      text('usage.missingFlag', { flag: '--title' }),
      text('usage.passFlag', { flag: '--title NAME' }),
    )
  const draft = (await toDraft(session, given)) as Input<typeof calls.create>
  const answer = await (await session.send())(calls.create, { ...draft, tenantId: session.options.tenant })
  session.print.record(answer, [['tag', answer.tag]])
  session.print.done(
    answer.created
      ? safe`Created ${answer.tag}`
      : safe`${answer.tag} already exists with this external id. Nothing was created`,
  )
}

async function editTitle(session: Session, tag: string, flags: Record<string, unknown>): Promise<void> {
  const { version, ...given } = flags
  if (Object.keys(given).length === 0)
    throw usage(text('resource.nothingToEdit'), text('usage.help', { command: 'kinora titles edit' }))
  const known = version as number | undefined
  const draft = await toDraft(session, given)
  const send = await session.send()
  const asked = { name: tag, known, now: async () => (await findTitle(session, tag)).version }
  const title = await withVersion(asked, () => send(calls.update, { tag, ...draft, version: known }))
  showTitle(session, title)
  session.print.done(en['success.itemSaved'])
}

async function takeCover(session: Session, tag: string, frame: { second?: number }): Promise<void> {
  const answer = await (await session.send())(calls.updateThumbnailType, {
    tag,
    thumbnailType: 'auto',
    ...frame,
  })
  session.print.record(answer, [['cover', answer.imageLink]])
  session.print.done(en['success.itemSaved'])
}

async function cancelTitle(session: Session, tag: string, isTrailerFile: boolean): Promise<Done> {
  await (await session.send())(calls.cancelContent, { titleTag: tag, isTrailerFile })
  const [named, context] = [quoted(tag), contextFlags(session)]
  if (isTrailerFile)
    return {
      done: 'Cancelled',
      next: safe`Upload a file: kinora titles upload FILE --tag ${named} --trailer${context}`,
    }
  // It is cancelled, whether or not the server can still be asked what is left of it.
  const hasFile = await findTitle(session, tag).then(canProcessAgain, () => false)
  const again = hasFile ? safe`, or start over with: kinora titles retry ${named}${context}` : ''
  return {
    done: 'Cancelled',
    next: `${safe`Upload a file: kinora titles upload FILE --tag ${named}${context}`}${again}`,
  }
}

/** The server decides what gets it out; said is where the title stands then. What is still at work is no success. */
async function retryTitle(session: Session, tag: string, isTrailerFile: boolean): Promise<string> {
  const send = await session.send()
  const before = await findTitle(session, tag)
  const title = await send(calls.retry, { tag, isTrailerFile })
  const isSame = title.jobID !== null && title.jobID === before.jobID && title.status === before.status
  if (!isTrailerFile && isSame)
    throw new KinoraError('conflict', {
      detail: safe`${tag} is still being processed: ${stateText(title)}. Nothing was done`,
    })
  if (isTrailerFile) return trailerFailureText(title) ?? ''
  return [stateText(title), failureText(title)].filter(Boolean).join('. ')
}

async function deleteTitles(session: Session, tags: readonly string[], sure: boolean): Promise<void> {
  const { print } = session
  if (!sure) {
    requireFlag(session, '--yes')
    const titles = await findTitles(session, tags)
    for (const title of titles) print.note(`  ${print.paint.accent(title.tag)}  ${title.className}`)
    await requireYes(
      session,
      say(
        {
          one: 'Delete {{count}} title? It can be restored for 30 days.',
          other: 'Delete {{count}} titles? They can be restored for 30 days.',
        },
        { count: tags.length },
      ),
    )
  }
  const items = await (await session.send())(calls.remove, { tags: [...new Set(tags)] })
  if (items.every(item => item.status === 404))
    throw new KinoraError('notFound', { detail: en['title.deleteFailed'] })
  const result = toDeletionResult(items)
  const outcomes = items.map(item =>
    isRemoved(item)
      ? { id: item.id, done: en['success.itemDeleted'] }
      : { id: item.id, error: deletionFailure(item.status) },
  )
  showOutcomes(session, 'tag', outcomes)
  const sentence = messages.text(result.text, result.kind === 'mixed' ? result.params : {})
  if (result.kind === 'mixed') print.warn(sentence)
  else print.done(sentence)
}

function deletionFailure(status: number): KinoraError {
  const detail = status === 404 ? en['title.notFound'] : `${en['title.deleteFailed']} (${status})`
  return new KinoraError(errorCodeOf(status), { detail })
}
