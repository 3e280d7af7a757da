import { isKinoraError, TitleStatus, type User } from '@kinora/core'
import { Option } from 'commander'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'
import { type CreatedTitle, findCreated } from '../titles/create-once.ts'
import { findTitle } from '../titles/find.ts'
import { addDraftFlags } from '../titles/flags.ts'
import { stateText, titleStatusValue, wayOn } from '../titles/format.ts'
import { publishOnceComplete, publishTitle } from '../titles/publish.ts'
import { sendFile } from '../titles/upload.ts'
import type { UploadFlags } from '../titles/upload-title.ts'
import { otherFile } from '../titles/verify.ts'
import { unprocessedText, waitForProcessing } from '../titles/wait-for-processing.ts'

const uploadFields = ['tag', 'status', 'statusName', 'fileSha256', 'fileDigest', 'fileName'] as const

/** UPLOAD: one file for one title, new or known. */
export const addUpload: FillCommand = (upload, session) => {
  upload
    .argument('<file>', 'an MP4, or for audio titles an MP3, AAC or M4A')
    .option('--tag <tag>', 'existing title to upload for; or create one with --title')
    .addOption(new Option('--trailer', 'upload the file as the title’s trailer').conflicts('publish'))
    .option('--publish', 'publish once processed and, with --no-wait, complete')
    .option('--replace', 'replace the file of a published title, or one that was started')
    .option('--no-wait', text('upload.noWait'))
  upload.hook('preAction', printing(session, uploadFields))
  const toGiven = addDraftFlags(upload, 'create')
  upload.action((path: string, flags: UploadFlags) =>
    uploadTitle(session, path, flags, toGiven(flags as Record<string, unknown>)),
  )
  addExamples(upload, [
    'class.mp4 --title "Morning flow" --category "Yoga and mobility"',
    'class.mp4 --tag TAG --replace',
    'teaser.mp4 --tag TAG --trailer --no-wait',
  ])
}

async function uploadTitle(
  session: Session,
  path: string,
  flags: UploadFlags,
  given: Record<string, unknown>,
): Promise<void> {
  if (flags.tag === undefined && given.className === undefined)
    throw usage(
      text('usage.missingFlag', { flag: '--tag / --title' }),
      'Pass --tag TAG for an existing title, or --title NAME for a new one.',
    )
  session.isRetrying = true
  const file = await session.world.files.open(path)
  const verifying = verify(session)
  const asked = commandKeyOf(file, flags, given)
  const className = String(given.className)
  const begun = asked === undefined ? undefined : await findCreated(session, file, { className, asked })
  const send = async (creation: CreatedTitle) =>
    sendTo(session, { file, flags, creation, user: await verifying })
  // The file and the flags were found good when the title was made, and neither has changed.
  const isSent = begun !== undefined && (await send(begun).catch(forgetting(begun)))
  if (isSent) return
  const { toTitle } = await import('../titles/upload-title.ts')
  await send(await toTitle(session, { file, flags, given, asked, verifying }))
}

/** Asked while the file is examined; whoever needs the answer hears of its failure. */
function verify(session: Session): Promise<User> {
  const verifying = session.user()
  verifying.catch(() => undefined)
  return verifying
}

/** By what the same command is known again; undefined where there is more to compare, as a cover of this machine. */
function commandKeyOf(
  file: LocalFile,
  flags: UploadFlags,
  given: Record<string, unknown>,
): string | undefined {
  if (flags.tag !== undefined || given.imageLink !== undefined) return undefined
  return JSON.stringify([given, flags.publish, flags.trailer, file.size, file.modified])
}

/** A title that is gone is made again. */
const forgetting =
  ({ done }: CreatedTitle) =>
  async (error: unknown): Promise<false> => {
    if (!isKinoraError(error) || error.code !== 'notFound') throw error
    await done()
    return false
  }

interface Sending {
  file: LocalFile
  flags: UploadFlags
  creation: CreatedTitle
  user: User
}

async function sendTo(session: Session, { file, flags, creation, user }: Sending): Promise<true> {
  const { tag, done } = creation
  const role = flags.trailer ? 'trailer' : 'video'
  const wish = { tag, role, file, userId: user.userId, replace: flags.replace ?? false } as const
  const { digest, reused } = await sendFile(session, wish)
  // Read once more while the server works; without a wait nothing is to compare it with.
  const hashing = flags.wait === false ? Promise.resolve(null) : file.sha256()
  hashing.catch(() => undefined)
  session.print.done(
    reused
      ? safe`${file.name} is already on the platform. Nothing was sent, and ${tag} uses it too`
      : text('upload.stored', { name: file.name, tag }),
  )
  await complete(session, flags, tag)
  await done()
  const stored = await findTitle(session, tag)
  const { status } = stored
  const fileSha256 = await hashing
  // A trailer's is not kept.
  if (
    role === 'video' &&
    stored.fileSha256 !== null &&
    fileSha256 !== null &&
    stored.fileSha256 !== fileSha256
  )
    throw otherFile(session, stored, file)
  const statusName = titleStatusValue(status)
  session.print.record({ tag, status, statusName, fileSha256, fileDigest: digest, fileName: file.name }, [
    ['tag', tag],
    ['status', stateText(stored)],
    ['sha-256', fileSha256],
    ['chunk tree', digest],
  ])
  return true
}

/** Waits for processing, then publishes; with --no-wait the server publishes. */
async function complete(session: Session, flags: UploadFlags, tag: string): Promise<void> {
  const { print } = session
  if (flags.wait === false) {
    if (flags.publish) await publishOnceComplete(session, tag)
    return print.note(
      print.paint.dim(safe`Follow progress with: kinora titles watch ${tag}${contextFlags(session)}`),
    )
  }
  const role = flags.trailer ? 'trailer' : 'video'
  const [title] = await waitForProcessing(session, [tag], role)
  const reason = unprocessedText(title!, role)
  if (reason !== undefined)
    throw explain('refused', { what: reason, how: wayOn(title!, role, contextFlags(session)) })
  if (!flags.publish || flags.trailer || title!.status === TitleStatus.Published) return
  await publishTitle(session, tag, true)
  print.done(safe`Published ${tag}`)
}
