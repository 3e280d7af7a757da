export interface Segment {
  path: string
  /** Seconds. */
  duration: number
}

/** A media playlist of one that is stored whole. */
export interface MediaPlaylist {
  init: string | undefined
  segments: readonly Segment[]
  duration: number
}

/** What a media playlist says (RFC 8216); paths are as it gives them, relative to itself. */
export function parsePlaylist(text: string): MediaPlaylist {
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1]
  const segments: Segment[] = []
  let seconds: string | undefined
  for (const line of text.split(/\r?\n/)) {
    seconds = /^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? seconds
    if (line === '' || line.startsWith('#') || seconds === undefined) continue
    segments.push({ path: line, duration: Number(seconds) })
    seconds = undefined
  }
  return { init, segments, duration: segments.reduce((sum, segment) => sum + segment.duration, 0) }
}

/** The media playlists that a master playlist names, pictures first, in its order. */
export const playlistsOf = (master: string): string[] => [
  ...master.split(/\r?\n/).filter(line => line.endsWith('.m3u8') && !line.startsWith('#')),
  ...[...master.matchAll(/^#EXT-X-MEDIA:.*URI="([^"]+)"/gm)].map(match => match[1]!),
]
