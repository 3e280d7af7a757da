import type { Parsed, titles } from '@kinora/core'
import type { Context } from '../../kernel/handlers.ts'
import { authorOf } from '../../kernel/rows/audit.ts'
import { refused } from '../../kernel/rows/refusals.ts'
import { takeCover } from '../../pipeline/index.ts'
import { isMediaError } from '../../ports/media.ts'
import { lockTitle, readTitle, writeTitle } from '../../stored-titles/index.ts'

/** API-18, TITLE-13: `auto` takes a frame of the stored video now, the one of `second` where it is given; `custom` keeps the cover for a person to change. */
export async function updateThumbnailType(
  { tag, thumbnailType, second }: Parsed<typeof titles.updateThumbnailType>,
  context: Context,
): Promise<{ imageLink: string | null }> {
  const { scope, deps, signal } = context
  const title = await readTitle(scope, deps.db, tag)
  const isTaken = thumbnailType === 'auto'
  if (isTaken && (title.sourceKey === null || title.streamKey === null))
    throw refused('title.noFrameForCover')
  const imageLink = isTaken ? await takeFrame(title.sourceKey!, second, { deps, signal }) : title.imageLink
  await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, tag)
    const set = { thumbnailType, imageLink: isTaken ? imageLink : before.imageLink }
    await writeTitle(scope, tx, { before, set, verb: 'updateThumbnailType', by: authorOf(context) })
  })
  return { imageLink }
}

async function takeFrame(
  key: string,
  at: number | undefined,
  { deps, signal }: Pick<Context, 'deps' | 'signal'>,
): Promise<string> {
  const source = await deps.blobs.local(key)
  const name = crypto.randomUUID()
  const scratch = await deps.blobs.scratch(`cover-${name}`)
  try {
    return await takeCover(deps, { name, source: source.path, scratch: scratch.path, signal, at })
  } catch (error) {
    if (isMediaError(error) && !error.retryable) throw refused('title.noFrameForCover')
    throw error
  } finally {
    await source.release()
    await scratch.discard()
  }
}
