import { assertNoIssues, type captions, checkFileType, languages, pageOf } from '@kinora/core'
import { type CaptionUse, readCaptionFile, spanOf, toStoredFile, vttIssues } from '@kinora/core/webvtt'
import { digestOfPieces } from '../kernel/digest.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf, newTag } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import { readTitle } from '../stored-titles/index.ts'
import {
  type CaptionWrite,
  deleteCaption,
  insertCaption,
  readCaption,
  readCaptions,
  type StoredTrack,
  toCaption,
  updateCaption,
} from './rows.ts'

export const captionHandlers: Handlers<typeof captions> = {
  async list({ titleTag, ...input }, { scope, deps }) {
    const { durationSecond } = await readTitle(scope, deps.db, titleTag)
    const tracks = await readCaptions(scope, deps.db, titleTag)
    return pageOf(
      tracks.map(track => toCaption(track, durationSecond)),
      input,
    )
  },

  async create({ titleTag, title, language, file, replace, shift }, context) {
    const { scope, deps } = context
    const { durationSecond: length } = await readTitle(scope, deps.db, titleTag)
    checkLanguage(language)
    const stored = await storeTrack({ titleTag, file, length, shift }, context)
    const values = { titleTag, title, language, ...stored }
    const write = insertCaption(scope, deps.db, { values, replace, by: authorOf(context) })
    return save({ stored, length, write }, context)
  },

  async update({ trackId, title, language, version, file, replace, shift }, context) {
    const { scope, deps } = context
    const row = await readCaption(scope, deps.db, trackId)
    const { titleTag } = row
    if (language !== undefined) checkLanguage(language)
    const { durationSecond: length } = await readTitle(scope, deps.db, titleTag)
    const isOnlyMoved = file === undefined && shift !== undefined
    // Sent again after a lost answer, it would move the captions twice.
    if (isOnlyMoved && version === undefined)
      assertNoIssues([{ path: 'version', code: 'validation.required', params: { field: 'Version' } }])
    const given = isOnlyMoved ? await storedFile(row, context) : file
    const stored = given && (await storeTrack({ titleTag, file: given, length, shift }, context))
    const set = { ...(title && { title }), ...(language && { language }), ...stored }
    const write = updateCaption(scope, deps.db, { trackId, version, set, replace, by: authorOf(context) })
    return save({ stored, length, write }, context)
  },

  async remove({ trackId }, context) {
    const { scope, deps } = context
    const { blobKey } = await deleteCaption(scope, deps.db, { trackId, by: authorOf(context) })
    await deps.blobs.remove(blobKey)
    return { status: 200 }
  },
}

/** Files that no track points to any more go after the row that did; a new one goes where its row wasn’t written. */
async function save({ stored, length, write }: Saving, { deps }: Context) {
  const { caption, unused } = await write.catch(async (error: unknown) => {
    if (stored !== undefined) await deps.blobs.remove(stored.blobKey)
    throw error
  })
  for (const key of unused) await deps.blobs.remove(key)
  return toCaption(caption, length)
}

interface Saving {
  stored: StoredTrack | undefined
  length: number
  write: Promise<CaptionWrite>
}

/** The file of a track that is only moved, as it was stored: damage is reported, and never becomes what is stored. */
async function storedFile({ blobKey, digestKey, ...known }: StoredTrack, { deps }: Context): Promise<File> {
  const bytes = new Uint8Array(await new Response((await deps.blobs.read(blobKey)) as BodyInit).arrayBuffer())
  // What is known may be of the file before (migration 0085).
  const isWhole =
    digestKey !== blobKey ||
    ((known.bytes === null || known.bytes === bytes.byteLength) &&
      (known.digest === null || known.digest === (await digestOfPieces([bytes]))))
  if (!isWhole) assertNoIssues([{ path: 'file', code: 'damaged.captions' }])
  return new File([bytes], 'stored.vtt')
}

interface NewFile extends CaptionUse {
  titleTag: string
  file: Blob
}

/** CAPTION-05: .vtt by name, and by content every line of it; what is another format is stored as WebVTT. */
async function storeTrack(
  { titleTag, file, length, shift }: NewFile,
  { deps }: Context,
): Promise<StoredTrack> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  assertNoIssues(checkFileType(name, 'vtt'))
  const read = await readCaptionFile(file, { length, shift })
  assertNoIssues(vttIssues(read))
  const key = `captions/${titleTag}/${newTag()}.vtt`
  const bytes = new Uint8Array(await toStoredFile(file, read, shift).arrayBuffer())
  await deps.blobs.put(key, bytes)
  const { first, last } = spanOf(read)
  const digest = await digestOfPieces([bytes])
  return { blobKey: key, digestKey: key, bytes: bytes.byteLength, digest, firstStart: first, lastStart: last }
}

function checkLanguage(language: string): void {
  if (languages.some(({ ietfTag }) => ietfTag === language)) return
  assertNoIssues([unknownReference('language', 'Language', language)])
}
