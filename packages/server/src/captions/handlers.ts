import { assertNoIssues, type captions, KinoraError, languages } from '@kinora/core'
import { sniff, toExtension } from '@kinora/core/media'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { newTag } from '../kernel/rows/stamps.ts'
import { readTitle } from '../stored-titles/index.ts'
import { deleteCaption, findCaption, putCaption, readCaptions, toCaption } from './rows.ts'
import type { CaptionRow } from './tables.ts'

export const captionHandlers: Handlers<typeof captions> = {
  async list({ titleTag }, { scope, deps }) {
    await readTitle(scope, deps.db, titleTag)
    return { data: (await readCaptions(scope, deps.db, titleTag)).map(toCaption) }
  },

  async create({ titleTag, title, language, file }, context) {
    const { scope, deps, caller } = context
    await readTitle(scope, deps.db, titleTag)
    checkLanguage(language)
    const blobKey = await storeTrack(titleTag, file, context)
    const [now, by] = [deps.clock.now(), caller.userId]
    const made = { createdAt: now, createdBy: by, updatedAt: now, updatedBy: by }
    return save(
      { trackId: newTag(), titleTag, title, language, blobKey, version: 1, ...made },
      undefined,
      context,
    )
  },

  async update({ trackId, title, language, file }, context) {
    const { scope, deps, caller } = context
    const before = await readTrack(trackId, context)
    if (language !== undefined) checkLanguage(language)
    const blobKey = file === undefined ? before.blobKey : await storeTrack(before.titleTag, file, context)
    const changed = { title: title ?? before.title, language: language ?? before.language, blobKey }
    await readTitle(scope, deps.db, before.titleTag)
    return save(
      {
        ...before,
        ...changed,
        version: before.version + 1,
        updatedAt: deps.clock.now(),
        updatedBy: caller.userId,
      },
      before,
      context,
    )
  },

  async remove({ trackId }, context) {
    const { scope, deps } = context
    const track = await readTrack(trackId, context)
    await deleteCaption(scope, deps.db, trackId)
    await deps.blobs.remove(track.blobKey)
    return { status: 200 }
  },
}

async function readTrack(trackId: string, { scope, deps }: Context): Promise<CaptionRow> {
  const track = await findCaption(scope, deps.db, trackId)
  if (track === undefined) throw new KinoraError('notFound')
  return track
}

/** Files that no track points to any more go after the row that did. */
async function save(row: CaptionRow, before: CaptionRow | undefined, { scope, deps }: Context) {
  const { caption, replaced } = await putCaption(scope, deps.db, row)
  const old = new Set(
    [before?.blobKey, replaced?.blobKey].filter(key => key !== undefined && key !== row.blobKey),
  )
  for (const key of old) await deps.blobs.remove(key!)
  return toCaption(caption)
}

/** CAPTION-05: .vtt by name and by content. */
async function storeTrack(titleTag: string, file: Blob, { deps }: Context): Promise<string> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  if (toExtension(name) !== 'vtt') {
    assertNoIssues([{ path: 'file', code: 'validation.fileType', params: { types: 'vtt' } }])
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isTrack = sniff(withoutMark(bytes)) === 'webvtt'
  if (!isTrack) assertNoIssues([{ path: 'file', code: 'validation.fileFormat' }])
  const key = `captions/${titleTag}/${newTag()}.vtt`
  await deps.blobs.put(key, bytes)
  return key
}

/** WebVTT may begin with a byte order mark. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

function checkLanguage(language: string): void {
  if (languages.some(({ ietfTag }) => ietfTag === language)) return
  assertNoIssues([
    { path: 'language', code: 'validation.reference', params: { field: 'Language', value: language } },
  ])
}
