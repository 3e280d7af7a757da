import {
  assertNoIssues,
  type titles as calls,
  createMessages,
  emptyTitleDraft,
  type Input,
  type Issue,
  isKinoraError,
  KinoraError,
  missingToPublish,
  type Title,
  type TitleDraft,
  TitleStatus,
  type User,
} from '@kinora/core'
import type { Command } from 'commander'
import { explain, usage } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { text } from '../texts.ts'
import { type Creation, createOnce, findCreation } from '../titles/creation.ts'
import { type GivenDraft, toDraft } from '../titles/draft.ts'
import { findTitle } from '../titles/find.ts'
import { addDraftFlags } from '../titles/flags.ts'
import { settle } from '../titles/settle.ts'
import { sendFile } from '../titles/upload.ts'
import { failureOf, stateOf } from '../titles/words.ts'
import { publishTitle } from './titles-write.ts'

interface UploadFlags {
  tag?: string
  publish?: boolean
  replace?: boolean
  trailer?: boolean
  /** false with `--no-wait`. */
  wait?: boolean
}

interface Plan {
  file: LocalFile
  flags: UploadFlags
  draft: GivenDraft
  /** The title with `--tag`. */
  title: Title | undefined
}

/** UPLOAD: one file for one title, new or known. */
export function addUpload(titles: Command, session: Session): void {
  const upload = titles
    .command('upload')
    .argument('<file>', text('argument.file'))
    .summary(text('titles.uploadSummary'))
    .description(text('titles.upload'))
    .option('--tag <tag>', text('upload.tag'))
    .option('--trailer', text('upload.trailer'))
    .option('--publish', text('upload.publish'))
    .option('--replace', text('upload.replace'))
    .option('--no-wait', text('upload.noWait'))
  const toGiven = addDraftFlags(upload, 'create')
  upload.action((path: string, flags: UploadFlags) =>
    uploadTitle(session, path, flags, toGiven(flags as Record<string, unknown>)),
  )
}

async function uploadTitle(
  session: Session,
  path: string,
  flags: UploadFlags,
  given: Record<string, unknown>,
): Promise<void> {
  if (flags.tag === undefined && given.className === undefined)
    throw usage(text('usage.missingFlag', { flag: '--tag / --title' }), text('upload.which'))
  const file = await session.world.files.open(path)
  const verifying = verify(session)
  const asked = askedOf(file, flags, given)
  const className = String(given.className)
  const begun = asked === undefined ? undefined : await findCreation(session, file, { className, asked })
  const send = async (creation: Creation) => sendTo(session, { file, flags, creation, user: await verifying })
  // The file and the flags were found good when the title was made, and neither has changed.
  const isSent = begun !== undefined && (await send(begun).catch(forgetting(begun)))
  if (isSent) return
  if (flags.tag === undefined) await preflight(file, flags, Number(given.contentType ?? 1))
  await verifying
  const title = flags.tag === undefined ? undefined : await findTitle(session, flags.tag)
  if (title !== undefined) await preflight(file, flags, title.contentType)
  const plan: Plan = { file, flags, draft: await toDraft(session, given), title }
  assertPublishable(plan)
  await send(await titleFor(session, plan, asked))
}

/** Asked while the file is examined; whoever needs the answer hears of its failure. */
function verify(session: Session): Promise<User> {
  const asking = async () =>
    (await (await session.api()).session.verify({}, { signal: session.world.interrupted })).user
  const verifying = asking()
  verifying.catch(() => undefined)
  return verifying
}

/** By what the same command is known again; undefined where there is more to compare, as a cover of this machine. */
function askedOf(file: LocalFile, flags: UploadFlags, given: Record<string, unknown>): string | undefined {
  if (flags.tag !== undefined || given.imageLink !== undefined) return undefined
  return JSON.stringify([given, flags.publish, flags.trailer, file.size, file.modified])
}

/** A title that is gone is made again. */
const forgetting =
  ({ done }: Creation) =>
  async (error: unknown): Promise<false> => {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    await done()
    return false
  }

interface Sending {
  file: LocalFile
  flags: UploadFlags
  creation: Creation
  user: User
}

async function sendTo(session: Session, { file, flags, creation, user }: Sending): Promise<true> {
  const { tag, done } = creation
  const role = flags.trailer ? 'trailer' : 'video'
  const wish = { tag, role, file, userId: user.userId, replace: flags.replace ?? false } as const
  const { digest, reused } = await sendFile(session, wish)
  session.print.done(text(reused ? 'upload.reused' : 'upload.stored', { name: file.name, tag }))
  await complete(session, flags, tag)
  await done()
  const stored = await findTitle(session, tag)
  session.print.record({ tag, status: stored.status, fileDigest: digest, fileName: file.name }, [
    ['tag', tag],
    ['status', stateOf(stored)],
    ['sha-256', digest],
  ])
  return true
}

/** UPLOAD-26: everything that can be known before the first byte is sent. */
async function preflight(file: LocalFile, flags: UploadFlags, contentType: number): Promise<void> {
  const { checkMediaFile } = await import('@kinora/core/media')
  const kind = flags.trailer ? 'trailer' : contentType === 2 ? 'audio' : 'video'
  const { issues } = await checkMediaFile(kind, { name: file.name, blob: file.blob })
  if (issues.length === 0) return
  const messages = createMessages()
  throw explain(
    'invalid',
    {
      what: text('upload.refused', { name: file.name }),
      why: issues.map(issue => messages.issue(issue)).join(' '),
      how: text('upload.refusedHow'),
    },
    new KinoraError('invalid', { issues }),
  )
}

/** TITLE-05: hours of sending end badly where a field for publishing is missing; the cover may come from the video. */
function assertPublishable({ flags, draft, title }: Plan): void {
  if (!flags.publish || flags.trailer) return
  const merged: TitleDraft = { ...emptyTitleDraft, ...title, ...draft }
  const missing: Issue[] = missingToPublish(merged).filter(
    issue => issue.path !== 'imageLink' || merged.thumbnailType === 'custom',
  )
  assertNoIssues(missing)
}

async function titleFor(
  session: Session,
  { file, draft, title }: Plan,
  asked: string | undefined,
): Promise<Creation> {
  if (title === undefined) return createOnce(session, file, { ...draft, className: draft.className! }, asked)
  const { externalId: _, ...fields } = draft
  const changes = fields as Partial<Input<typeof calls.update>>
  if (Object.keys(changes).length > 0)
    await (await session.api()).titles.update({ ...changes, tag: title.tag })
  return { tag: title.tag, done: async () => undefined }
}

/** Waits for the processing and publishes; without waiting, the server publishes by itself. */
async function complete(session: Session, flags: UploadFlags, tag: string): Promise<void> {
  const { print } = session
  if (flags.wait === false) {
    if (flags.publish) await (await session.api()).titles.update({ tag, IsAutoPublish: true })
    return print.note(print.paint.dim(text('upload.notWaited', { tag })))
  }
  const [title] = await settle(session, [tag], flags.trailer ? 'trailer' : 'video')
  const reason = flags.trailer ? undefined : failureOf(title!)
  if (reason !== undefined)
    throw explain('refused', { what: reason, how: text('upload.processAgain', { tag }) })
  if (!flags.publish || flags.trailer || title!.status === TitleStatus.Published) return
  await publishTitle(session, tag, true)
  print.done(text('titles.published', { tag }))
}
