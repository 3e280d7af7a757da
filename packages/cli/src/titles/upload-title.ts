import {
  assertNoIssues,
  titles as calls,
  checkPublish,
  emptyTitleDraft,
  type Input,
  metadata,
  publishChannelOf,
  type Title,
  type TitleDraft,
  TitleStatus,
  uploads,
} from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { type CreatedTitle, createOnce } from './create-once.ts'
import { type GivenDraft, toDraft } from './draft.ts'
import { findTitle } from './find.ts'
import { assertMediaFile } from './upload.ts'
import { chunkTreeOf } from './verify.ts'

export interface UploadFlags {
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

interface UploadCommand {
  file: LocalFile
  flags: UploadFlags
  given: Record<string, unknown>
  /** By what the same command is known again. */
  asked: string | undefined
  verifying: Promise<unknown>
}

/** The title that a file is for, new or known, once all is found good that can be known before the first byte is sent. */
export async function toTitle(
  session: Session,
  { file, flags, given, asked, verifying }: UploadCommand,
): Promise<CreatedTitle> {
  if (flags.tag === undefined) await preflight(file, flags, Number(given.contentType ?? 1))
  await verifying
  const title = flags.tag === undefined ? undefined : await findTitle(session, flags.tag)
  if (title !== undefined) {
    const { replace = false, trailer = false } = flags
    await preflight(file, flags, title.contentType)
    await assertReplaceable(session, { title, file, replace, trailer })
  }
  const draft = await toDraft(session, given, draft => assertPublishable(session, { flags, draft, title }))
  const plan: Plan = { file, flags, draft, title }
  return titleFor(session, plan, asked)
}

/** UPLOAD-26: everything that can be known before the first byte is sent. */
const preflight = (file: LocalFile, flags: UploadFlags, contentType: number): Promise<void> =>
  assertMediaFile(flags.trailer ? 'trailer' : contentType === 2 ? 'audio' : 'video', file)

/** TITLE-05, CHAN-14: hours of sending end badly where a field for publishing is missing, or the channel takes no title; the cover may come from the video. */
async function assertPublishable(
  session: Session,
  { flags, draft, title }: Omit<Plan, 'file'>,
): Promise<void> {
  if (!flags.publish || flags.trailer) return
  const merged: TitleDraft = { ...emptyTitleDraft, ...title, ...draft }
  const isMoved = draft.channelId !== undefined || draft.providerId !== undefined
  const send = await session.send()
  const publishChannel = isMoved
    ? publishChannelOf(await send(metadata.view, { tenantId: session.options.tenant }), merged, title)
    : title?.publishChannel
  const issues = checkPublish(merged, { publishChannel, foreignNames: title?.foreignNames }).filter(
    issue => issue.path !== 'imageLink' || merged.thumbnailType === 'custom',
  )
  assertNoIssues(issues)
}

async function titleFor(
  session: Session,
  { file, draft, title }: Plan,
  asked: string | undefined,
): Promise<CreatedTitle> {
  if (title === undefined) return createOnce(session, file, { ...draft, className: draft.className! }, asked)
  const { externalId: _, ...fields } = draft
  const changes = fields as Partial<Input<typeof calls.update>>
  if (Object.keys(changes).length > 0)
    await (await session.send())(calls.update, { ...changes, tag: title.tag })
  return { tag: title.tag, done: async () => undefined }
}

/** Another file for a published title is what customers see: only `--replace` lets it in. */
async function assertReplaceable(
  session: Session,
  given: { title: Title; file: LocalFile; replace: boolean; trailer: boolean },
): Promise<void> {
  const { title, file, replace, trailer } = given
  if (title.status !== TitleStatus.Published) return
  const tag = title.tag
  const stored = trailer ? await trailerDigest(session, tag) : title.fileDigest
  if (trailer && stored === null) return
  if (stored !== null && (await chunkTreeOf(session, file)) === stored) return
  const why = trailer
    ? 'A new trailer replaces the one on customers’ sites once it is processed.'
    : safe`A new video takes ${tag} off customers’ sites until it is processed and published again.`
  if (replace) return session.print.note(why)
  throw explain('conflict', {
    what: trailer
      ? safe`${tag} is published with another trailer`
      : safe`${tag} is published with another video`,
    why,
    how: trailer
      ? 'Nothing was sent. To replace the trailer, add --replace.'
      : 'Nothing was sent. To replace the video, add --replace, and --publish to publish it again.',
  })
}

async function trailerDigest(session: Session, tag: string): Promise<string | null> {
  const state = await (await session.send())(uploads.trailerState, { tag })
  return state?.complete === true ? state.digest : null
}
