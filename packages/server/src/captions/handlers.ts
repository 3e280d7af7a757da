import { assertNoIssues, type captions, languages, pageOf } from '@kinora/core'
import { toExtension } from '@kinora/core/media'
import { readCaptionFile, vttIssues } from '@kinora/core/webvtt'
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

  async create({ titleTag, title, language, file, replace }, context) {
    const { scope, deps } = context
    await readTitle(scope, deps.db, titleTag)
    checkLanguage(language)
    const blobKey = await storeTrack(titleTag, file, context)
    const values = { titleTag, title, language, blobKey }
    return save(blobKey, insertCaption(scope, deps.db, { values, replace, by: authorOf(context) }), context)
  },

  async update({ trackId, title, language, version, file, replace }, context) {
    const { scope, deps } = context
    const { titleTag } = await readCaption(scope, deps.db, trackId)
    if (language !== undefined) checkLanguage(language)
    const blobKey = file && (await storeTrack(titleTag, file, context))
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

/** CAPTION-05: .vtt by name and by content, every line of it. */
async function storeTrack(titleTag: string, file: Blob, { deps }: Context): Promise<string> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  if (toExtension(name) !== 'vtt') {
    assertNoIssues([{ path: 'file', code: 'validation.fileType', params: { types: 'vtt' } }])
  }
  assertNoIssues(vttIssues(await readCaptionFile(file)))
  const key = `captions/${titleTag}/${newTag()}.vtt`
  await deps.blobs.put(key, new Uint8Array(await file.arrayBuffer()))
  return key
}

function checkLanguage(language: string): void {
  if (languages.some(({ ietfTag }) => ietfTag === language)) return
  assertNoIssues([
    { path: 'language', code: 'validation.reference', params: { field: 'Language', value: language } },
  ])
}
