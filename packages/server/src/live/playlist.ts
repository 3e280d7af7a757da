import { type MediaPlaylist, type Segment, toByteRange } from '../kernel/hls.ts'

/** A stretch of an occurrence in which one stored stream plays. */
export interface Part {
  /** Milliseconds at which its first segment begins on the clock of the wall. */
  at: number
  /** The first segment that is played, by its place in the stream. */
  first: number
  /** The number of that segment in playlists. */
  sequence: number
  /** The stored rendition, without segments where the stream has none that fits; undefined where it is gone. */
  media: MediaPlaylist | undefined
}

interface Listed extends Segment {
  part: number
  sequence: number
  /** Milliseconds on the clock of the wall. */
  begins: number
  ends: number
}

/** Target durations that are listed ahead of now, where players join that keep the distance that RFC 8216 asks for, and that stay behind it. */
const AHEAD = 3
const BEHIND = 3

/** Seconds, as RFC 8216 has it: no segment is longer, once rounded. */
export const targetDuration = (parts: readonly Part[]): number =>
  Math.max(
    1,
    ...parts.flatMap(({ media }) => media?.segments ?? []).map(({ duration }) => Math.round(duration)),
  )

/** Milliseconds before it begins from which a segment may be had. */
export const leadOf = (parts: readonly Part[]): number => AHEAD * 1000 * targetDuration(parts)

/** All segments of an occurrence that begin before its end, in order. Each part ends where the next begins. */
export function segmentsOf(parts: readonly Part[], end: number): Listed[] {
  return parts.flatMap((part, nth) => {
    const until = Math.min(end, parts[nth + 1]?.at ?? Number.POSITIVE_INFINITY)
    let begins = part.at
    const all = (part.media?.segments ?? []).slice(part.first).map((segment, index): Listed => {
      const ends = begins + segment.duration * 1000
      const listed = { ...segment, part: nth, sequence: part.sequence + index, begins, ends }
      begins = ends
      return listed
    })
    // Sums of fractions come short of the whole by less than a thousandth.
    return all.filter(({ begins: at }) => at < until - 1)
  })
}

interface PlaylistQuery {
  /** Milliseconds. */
  now: number
  end: number
  /** What leads from the playlist to the folder of a part: `../0/720p/`. */
  folderOf(part: number): string
}

/**
 * LIVE-05: the media playlist of an occurrence at a moment, by nothing but what is stored and the clock, so that every server
 * gives the same bytes to every viewer. It slides with now, and ends when the occurrence or what it plays does.
 */
export function livePlaylist(parts: readonly Part[], { now, end, folderOf }: PlaylistQuery): string {
  const all = segmentsOf(parts, end)
  const over = Math.min(end, all.at(-1)?.ends ?? end)
  const at = Math.min(now, over)
  const target = targetDuration(parts)
  const listed = all.filter(
    ({ begins, ends }) => begins < at + AHEAD * target * 1000 && ends > at - BEHIND * target * 1000,
  )
  const [first] = listed
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${target}`],
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitiesBefore(first, parts, all)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(now < over ? [startAt(at, listed.at(-1)!.ends)] : []),
    ...listed.flatMap((one, index) => linesOf(one, { before: listed[index - 1], parts, folderOf })),
    ...(now < over ? [] : ['#EXT-X-ENDLIST']),
    '',
  ].join('\n')
}

/** One at the beginning of each part but the first, as far as it played anything. */
function discontinuitiesBefore(
  first: Listed | undefined,
  parts: readonly Part[],
  all: readonly Listed[],
): number {
  const playing = new Set(all.map(({ part }) => part))
  const has = (nth: number) => parts[nth]!.media === undefined || playing.has(nth)
  return [...parts.keys()].filter(nth => nth < (first?.part ?? 0) && has(nth)).length
}

/** A late comer joins at now, not a distance of its own choice from the end of the list. */
const startAt = (now: number, edge: number): string =>
  `#EXT-X-START:TIME-OFFSET=-${((edge - now) / 1000).toFixed(3)},PRECISE=YES`

interface Beside extends Pick<PlaylistQuery, 'folderOf'> {
  before: Listed | undefined
  parts: readonly Part[]
}

function linesOf(one: Listed, { before, parts, folderOf }: Beside): string[] {
  const folder = folderOf(one.part)
  const init = parts[one.part]!.media!.init
  const isOther = before?.part !== one.part
  return [
    ...(isOther && before !== undefined ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isOther && init !== undefined
      ? [
          `#EXT-X-MAP:URI="${folder}${init.path}"${init.range ? `,BYTERANGE="${toByteRange(init.range)}"` : ''}`,
        ]
      : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(one.begins)).toISOString()}`,
    `#EXTINF:${one.duration.toFixed(6)},`,
    ...(one.range ? [`#EXT-X-BYTERANGE:${toByteRange(one.range)}`] : []),
    `${folder}${one.path}`,
  ]
}

interface Change {
  parts: readonly Part[]
  now: number
  /** When the occurrence began. */
  start: number
  end: number
  /** The stream that plays from now on. */
  next: MediaPlaylist
}

/**
 * Where another stream takes over: behind all that may have been listed already, by any server whose answer is still on its way,
 * at the same second of the class. Nobody jumps back, and no number is given twice.
 */
export function takeover({ parts, now, start, end, next }: Change): Omit<Part, 'media'> {
  const last = parts.at(-1)!
  // What is gone was cut as what comes is.
  const cut = [...parts, { ...last, media: next }]
  const told = now + leadOf(cut) + 1000 * targetDuration(cut)
  const before = segmentsOf(parts, end).filter(
    ({ part, begins }) => part === parts.length - 1 && begins < told,
  )
  const isGone = last.media === undefined
  const at = isGone ? now : Math.max(before.at(-1)?.ends ?? last.at, last.at)
  // What can't be counted any more had no more segments than seconds.
  const count = isGone ? Math.ceil(Math.max(0, told - last.at) / 1000) + 1 : before.length
  return { at: Math.round(at), first: segmentAt(next, at - start), sequence: last.sequence + count }
}

/** The segment that plays so many milliseconds after the beginning; behind the last where it is over by then. */
function segmentAt({ segments }: MediaPlaylist, at: number): number {
  let ends = 0
  const found = segments.findIndex(({ duration }) => {
    ends += duration * 1000
    // A thousandth into the next one is in the next one.
    return ends > at + 50
  })
  return found === -1 ? segments.length : found
}
