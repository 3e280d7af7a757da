import type { Parsed, titles } from '@kinora/core'
import type { Context } from '../../kernel/handlers.ts'
import { takeCover } from '../../pipeline/index.ts'
import { isMediaError } from '../../ports/media.ts'
import { changeTitle, readTitle, refused, stamp } from '../../stored-titles/index.ts'

/** API-18, TITLE-13: `auto` takes a frame of the stored video now; `custom` keeps the cover for a person to change. */
export async function updateThumbnailType(
  { tag, thumbnailType }: Parsed<typeof titles.updateThumbnailType>,
  { scope, deps, caller, signal }: Context,
): Promise<{ imageLink: string | null }> {
  const title = await readTitle(scope, deps.db, tag)
  const isTaken = thumbnailType === 'auto'
  if (isTaken && (title.sourceKey === null || title.streamKey === null))
    throw refused('title.noFrameForCover')
  const imageLink = isTaken ? await takeFrame(title.sourceKey!, { deps, signal }) : title.imageLink
  const set = { thumbnailType, imageLink, ...stamp(deps.clock.now(), caller.userId) }
  await changeTitle(scope, deps.db, { tag, set })
  return { imageLink }
}

async function takeFrame(key: string, { deps, signal }: Pick<Context, 'deps' | 'signal'>): Promise<string> {
  const source = await deps.blobs.local(key)
  const name = crypto.randomUUID()
  const scratch = await deps.blobs.scratch(`cover-${name}`)
  try {
    return await takeCover(deps, { name, source: source.path, scratch: scratch.path, signal })
  } catch (error) {
    if (isMediaError(error) && !error.retryable) throw refused('title.noFrameForCover')
    throw error
  } finally {
    await source.release()
    await scratch.discard()
  }
}
