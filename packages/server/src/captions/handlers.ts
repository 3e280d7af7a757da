import { assertNoIssues, type captions, languages, pageOf } from '@kinora/core'
import { toExtension } from '@kinora/core/media'
import { type CaptionUse, readCaptionFile, toStoredFile, vttIssues } from '@kinora/core/webvtt'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { newTag } from '../kernel/rows/stamps.ts'
import { readTitle } from '../stored-titles/index.ts'
import {
  type CaptionWrite,
  deleteCaption,
  insertCaption,
  readCaption,
  readCaptions,
  toCaption,
  updateCaption,
} from './rows.ts'

export const captionHandlers: Handlers<typeof captions> = {
  async list({ titleTag, ...input }, { scope, deps }) {
    await readTitle(scope, deps.db, titleTag)
    return pageOf((await readCaptions(scope, deps.db, titleTag)).map(toCaption), input)
  },

  async create({ titleTag, title, language, file, replace, shift }, context) {
    const { scope, deps } = context
    const { durationSecond: length } = await readTitle(scope, deps.db, titleTag)
    checkLanguage(language)
    const blobKey = await storeTrack({ titleTag, file, length, shift }, context)
    const values = { titleTag, title, language, blobKey }
    return save(blobKey, insertCaption(scope, deps.db, { values, replace, by: authorOf(context) }), context)
  },

  async update({ trackId, title, language, version, file, replace, shift }, context) {
    const { scope, deps } = context
    const { titleTag } = await readCaption(scope, deps.db, trackId)
    if (language !== undefined) checkLanguage(language)
    if (shift !== undefined && file === undefined) assertNoIssues([{ path: 'shift', code: 'required.file' }])
    const { durationSecond: length } = await readTitle(scope, deps.db, titleTag)
    const blobKey = file && (await storeTrack({ titleTag, file, length, shift }, context))
    const set = { ...(title && { title }), ...(language && { language }), ...(blobKey && { blobKey }) }
    const by = authorOf(context)
    return save(blobKey, updateCaption(scope, deps.db, { trackId, version, set, replace, by }), context)
  },

  async remove({ trackId }, context) {
    const { scope, deps } = context
    const { blobKey } = await deleteCaption(scope, deps.db, { trackId, by: authorOf(context) })
    await deps.blobs.remove(blobKey)
    return { status: 200 }
  },
}

/** Files that no track points to any more go after the row that did; a new one goes where its row wasn’t written. */
async function save(stored: string | undefined, write: Promise<CaptionWrite>, { deps }: Context) {
  const { caption, unused } = await write.catch(async (error: unknown) => {
    if (stored !== undefined) await deps.blobs.remove(stored)
    throw error
  })
  for (const key of unused) await deps.blobs.remove(key)
  return toCaption(caption)
}

interface NewFile extends CaptionUse {
  titleTag: string
  file: Blob
}

/** CAPTION-05: .vtt by name, and by content every line of it; what is another format is stored as WebVTT. */
async function storeTrack({ titleTag, file, length, shift }: NewFile, { deps }: Context): Promise<string> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  if (toExtension(name) !== 'vtt') {
    assertNoIssues([{ path: 'file', code: 'validation.fileType', params: { types: 'vtt' } }])
  }
  const read = await readCaptionFile(file, { length, shift })
  assertNoIssues(vttIssues(read))
  const key = `captions/${titleTag}/${newTag()}.vtt`
  await deps.blobs.put(key, new Uint8Array(await toStoredFile(file, read, shift).arrayBuffer()))
  return key
}

function checkLanguage(language: string): void {
  if (languages.some(({ ietfTag }) => ietfTag === language)) return
  assertNoIssues([
    { path: 'language', code: 'validation.reference', params: { field: 'Language', value: language } },
  ])
}
