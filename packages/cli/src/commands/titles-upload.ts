import {
  assertNoIssues,
  type titles as calls,
  createMessages,
  emptyTitleDraft,
  type Input,
  type Issue,
  KinoraError,
  missingToPublish,
  type Title,
  type TitleDraft,
  TitleStatus,
} from '@kinora/core'
import type { Command } from 'commander'
import { explain, usage } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { text } from '../texts.ts'
import { createOnce } from '../titles/creation.ts'
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
  if (flags.tag === undefined) await preflight(file, flags, Number(given.contentType ?? 1))
  const { user } = await (await session.api()).session.verify({}, { signal: session.world.interrupted })
  const title = flags.tag === undefined ? undefined : await findTitle(session, flags.tag)
  if (title !== undefined) await preflight(file, flags, title.contentType)
  const plan: Plan = { file, flags, draft: await toDraft(session, given), title }
  assertPublishable(plan)
  const { tag, done } = await titleFor(session, plan)
  const role = flags.trailer ? 'trailer' : 'video'
  const wish = { tag, role, file, userId: user.userId, replace: flags.replace ?? false } as const
  const { digest, reused } = await sendFile(session, wish)
  session.print.done(text(reused ? 'upload.reused' : 'upload.stored', { name: file.name, tag }))
  await complete(session, plan, tag)
  await done()
  const stored = await findTitle(session, tag)
  session.print.record({ tag, status: stored.status, fileDigest: digest, fileName: file.name }, [
    ['tag', tag],
    ['status', stateOf(stored)],
    ['sha-256', digest],
  ])
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
): Promise<{ tag: string; done(): Promise<void> }> {
  if (title === undefined) return createOnce(session, file, { ...draft, className: draft.className! })
  const { externalId: _, ...fields } = draft
  const changes = fields as Partial<Input<typeof calls.update>>
  if (Object.keys(changes).length > 0)
    await (await session.api()).titles.update({ ...changes, tag: title.tag })
  return { tag: title.tag, done: async () => undefined }
}

/** Waits for the processing and publishes; without waiting, the server publishes by itself. */
async function complete(session: Session, { flags }: Plan, tag: string): Promise<void> {
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
