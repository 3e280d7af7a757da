/** Bytes of a file, the end exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** A file beside its playlist, or a range of one. */
export interface Piece {
  path: string
  range?: ByteRange
}

export interface Segment extends Piece {
  /** Seconds. */
  duration: number
}

/** A media playlist of one that is stored whole. */
export interface MediaPlaylist {
  init: Piece | undefined
  segments: readonly Segment[]
  duration: number
}

/** What a media playlist says (RFC 8216); paths are as it gives them, relative to itself. */
export function parsePlaylist(text: string): MediaPlaylist {
  const [, path, mapped] = /#EXT-X-MAP:URI="([^"]+)"(?:,BYTERANGE="([\d@]+)")?/.exec(text) ?? []
  const init = path === undefined ? undefined : { path, ...rangeOf(mapped) }
  const segments: Segment[] = []
  let seconds: string | undefined
  let bytes: string | undefined
  for (const line of text.split(/\r?\n/)) {
    seconds = /^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? seconds
    bytes = /^#EXT-X-BYTERANGE:([\d@]+)/.exec(line)?.[1] ?? bytes
    if (line === '' || line.startsWith('#') || seconds === undefined) continue
    segments.push({ path: line, duration: Number(seconds), ...rangeOf(bytes, segments.at(-1)?.range?.end) })
    seconds = undefined
    bytes = undefined
  }
  return { init, segments, duration: segments.reduce((sum, segment) => sum + segment.duration, 0) }
}

/** `length@start`; without a start it follows what came before. */
function rangeOf(text: string | undefined, before = 0): Pick<Piece, 'range'> {
  const [length, at] = text?.split('@').map(Number) ?? []
  if (length === undefined) return {}
  const start = at ?? before
  return { range: { start, end: start + length } }
}

/** How a playlist writes a range. */
export const toByteRange = ({ start, end }: ByteRange): string => `${end - start}@${start}`

/** Bytes of a rendition that is one file, by its playlist; undefined of one that lies in segments. */
export const sizeOfMedia = ({ segments }: MediaPlaylist): number | undefined => segments.at(-1)?.range?.end

/** The same playlist with other addresses in the place of the files that it names. */
export async function withAddresses(
  text: string,
  toAddress: (path: string) => Promise<string>,
): Promise<string> {
  const { init, segments } = parsePlaylist(text)
  const paths = new Set([init, ...segments].flatMap(piece => piece?.path ?? []))
  const addresses = new Map<string, string>()
  for (const path of paths) addresses.set(path, await toAddress(path))
  const lines = text
    .split(/\r?\n/)
    .map(line =>
      line.startsWith('#EXT-X-MAP:')
        ? line.replace(/URI="([^"]+)"/, (_, path: string) => `URI="${addresses.get(path) ?? path}"`)
        : (addresses.get(line) ?? line),
    )
  return lines.join('\n')
}

/** The media playlists that a master playlist names, pictures first, in its order. */
export const playlistsOf = (master: string): string[] => [
  ...master.split(/\r?\n/).filter(line => line.endsWith('.m3u8') && !line.startsWith('#')),
  ...[...master.matchAll(/^#EXT-X-MEDIA:.*URI="([^"]+)"/gm)].map(match => match[1]!),
]
