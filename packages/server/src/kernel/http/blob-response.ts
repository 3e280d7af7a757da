import { KinoraError } from '@kinora/core'
import type { Context } from 'hono'
import type { BlobPort } from '../../ports/blobs.ts'
import type { ByteRange } from '../hls.ts'
import type { ServerEnv } from './serve.ts'

const contentTypes: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  png: 'image/png',
  ico: 'image/x-icon',
}

const cacheControl = {
  public: 'public, max-age=31536000, immutable',
  private: 'private, max-age=31536000, immutable',
  briefly: 'public, max-age=60',
  never: 'no-store',
} as const

interface BlobResponse {
  key: string
  /**
   * What is stored under an address never changes, so it may be kept for ever: by anyone, or by its browser alone. What only
   * stands in for something better is kept briefly, what is given to one caller alone never; by anyone, for as long as its address
   * is good.
   */
  cache: keyof typeof cacheControl | { seconds: number }
  fileName?: string
  /** Told by the key’s ending unless given. */
  contentType?: string
  /** A range is given of this one alone (If-Range). What never changes under its address has its size. */
  etag?: string
  /** Nothing but ranges within one of these is there yet. */
  within?: readonly ByteRange[] | undefined
}

/** A stored object as an answer, whole or a range of it (RFC 9110). */
export async function respondWithBlob(
  c: Context<ServerEnv>,
  blobs: BlobPort,
  { key, cache, fileName, contentType, within, ...given }: BlobResponse,
): Promise<Response> {
  const size = await blobs.size(key)
  if (size === undefined) throw new KinoraError('notFound')
  const etag = given.etag ?? (mayChange(cache) ? undefined : `"${size.toString(36)}"`)
  const matchesIfRange = etag === undefined || (c.req.header('if-range') ?? etag) === etag
  const range = matchesIfRange ? readRange(c.req.header('range'), size) : undefined
  if (within !== undefined && !isWithin(range, within)) throw new KinoraError('notFound')
  const headers: Record<string, string> = {
    'content-type': contentType ?? contentTypes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'cache-control': typeof cache === 'string' ? cacheControl[cache] : `public, max-age=${cache.seconds}`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  }
  if (etag !== undefined) headers.etag = etag
  if (etag !== undefined && c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  if (fileName !== undefined)
    headers['content-disposition'] = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`
  if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${size}` })
  const { start, end } = range ?? { start: 0, end: size }
  headers['content-length'] = String(end - start)
  if (range !== undefined) headers['content-range'] = `bytes ${start}-${end - 1}/${size}`
  const body = c.req.method === 'HEAD' ? null : await blobs.read(key, { start, end })
  return c.body(body as ReadableStream<Uint8Array<ArrayBuffer>>, range === undefined ? 200 : 206, headers)
}

const mayChange = (cache: BlobResponse['cache']): boolean => cache === 'briefly' || cache === 'never'

const isWithin = (range: ReturnType<typeof readRange>, within: readonly ByteRange[]): boolean =>
  typeof range === 'object' && within.some(({ start, end }) => start <= range.start && range.end <= end)

/** One range of bytes, its end exclusive. Several ranges, or what is no range, are answered with the whole. */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - Number(last)), end: size }
  const start = Number(first)
  if (start >= size) return 'unsatisfiable'
  if (last !== '' && Number(last) < start) return undefined
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) }
}

/** What files that the pipeline has made begin with, and none of them ends with. */
const first: ReadonlySet<string> = new Set(['ftyp', 'styp', 'sidx', 'moof'])
/** Boxes that are followed; a segment has three or four. */
const BOXES_MAX = 64

/** Bytes read at once: the heads of all boxes of a segment lie in its first, the media after them. */
const WINDOW = 8192

/**
 * Whether the boxes of an MP4 file or segment (ISO 14496-12) end elsewhere than the file does: it was cut, or something was
 * added. What doesn't begin as one isn't judged.
 */
export async function isMovieCut(blobs: Pick<BlobPort, 'read'>, key: string, size: number): Promise<boolean> {
  let at = 0
  let last = ''
  let window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() }
  for (let count = 0; at < size && count < BOXES_MAX; count++) {
    if (size - at < 8) return count > 0
    const end = Math.min(size, at + 16)
    if (end > window.start + window.bytes.byteLength) {
      const range = { start: at, end: Math.min(size, at + WINDOW) }
      window = { start: at, bytes: await readBytes(blobs, key, range) }
    }
    const head = window.bytes.subarray(at - window.start, end - window.start)
    const type = String.fromCharCode(...head.subarray(4, 8))
    if (count === 0 && !first.has(type)) return false
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const told = view.getUint32(0)
    if (told === 0) return false
    if (told === 1 && head.byteLength < 16) return true
    const length = told === 1 ? Number(view.getBigUint64(8)) : told
    if (length < 8) return true
    at += length
    last = type
  }
  return at > size || (at === size && first.has(last))
}

async function readBytes(
  blobs: Pick<BlobPort, 'read'>,
  key: string,
  range: { start: number; end: number },
): Promise<Uint8Array> {
  return new Uint8Array(await new Response((await blobs.read(key, range)) as BodyInit).arrayBuffer())
}
