import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { parsePlaylist, sizeOfMedia } from '../kernel/hls.ts'
import { isMovieCut } from '../kernel/http/blob-response.ts'

/** Sizes that are remembered (a cache). */
const MOST_KEPT = 10_000

/**
 * OPS-02: throws `notFound` where a file of a stream or trailer was cut where it lies: it is not given as a whole one, which players
 * would keep for a year. Of a rendition that is one file its playlist says the size; the boxes of another tell.
 */
export function createAssertWhole({ blobs, log }: Pick<Deps, 'blobs' | 'log'>) {
  const sizes = new Map<string, number>()
  const expectedSize = async (key: string): Promise<number | undefined> => {
    const known = sizes.get(key)
    if (known !== undefined) return known
    const playlist = `${key.slice(0, key.lastIndexOf('/'))}/index.m3u8`
    if ((await blobs.size(playlist)) === undefined) return undefined
    const size = sizeOfMedia(parsePlaylist(await new Response(await blobs.read(playlist)).text()))
    if (size === undefined) return undefined
    if (sizes.size >= MOST_KEPT) sizes.clear()
    sizes.set(key, size)
    return size
  }
  return async (key: string): Promise<void> => {
    if (!/\.(?:m4s|mp4)$/.test(key)) return
    const size = await blobs.size(key)
    if (size === undefined) return
    const meant = key.endsWith('/media.mp4') ? await expectedSize(key) : undefined
    const isCut = meant === undefined ? await isMovieCut(blobs, key, size) : meant !== size
    if (!isCut) return
    // The playlist may have been mended since it was read.
    if (sizes.delete(key) && (await expectedSize(key)) === size) return
    log.error(
      { key, size },
      'a file of a stream or trailer is cut; encode its title, or upload its trailer again',
    )
    throw new KinoraError('notFound')
  }
}
