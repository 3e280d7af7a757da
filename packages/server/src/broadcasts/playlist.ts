import { endOf } from './rows.ts'
import type { BroadcastSegment } from './tables.ts'

interface Listing {
  now: number
  end: number
  /** Seconds. */
  target: number
  /** Of each segment, where its rung is found. */
  places: readonly { folder: string; rung: string }[]
}

/** LIVE-06: the media playlist of what was sent last, by nothing but its rows, so that every server gives the same. */
export function broadcastPlaylist(
  segments: readonly BroadcastSegment[],
  { now, end, target, places }: Listing,
): string {
  const listed = segments.filter(({ beginsAt }) => beginsAt.getTime() < end)
  const longest = Math.max(target, ...listed.map(({ duration }) => Math.round(duration / 1000)))
  const [first] = listed
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${longest}`],
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.break ?? 0}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...listed.flatMap((segment, nth) => linesOf(segment, listed[nth - 1], places[nth]!)),
    ...(now < end ? [] : ['#EXT-X-ENDLIST']),
    '',
  ].join('\n')
}

function linesOf(
  segment: BroadcastSegment,
  before: BroadcastSegment | undefined,
  { folder, rung }: Listing['places'][number],
): string[] {
  const isOther = before?.break !== segment.break
  return [
    ...(isOther && before !== undefined ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isOther ? [`#EXT-X-MAP:URI="${folder}/init/${rung}.mp4"`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${segment.beginsAt.toISOString()}`,
    `#EXTINF:${((endOf(segment) - segment.beginsAt.getTime()) / 1000).toFixed(3)},`,
    `${folder}/${segment.file}/${rung}.m4s`,
  ]
}

interface Rung {
  height: number
  width: number
  bandwidth: number
  codecs: string
}

export const broadcastMaster = (rungs: readonly Rung[]): string =>
  [
    ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'],
    ...rungs.flatMap(({ height, width, bandwidth, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="${codecs}",RESOLUTION=${width}x${height}`,
      `${height}p/index.m3u8`,
    ]),
    '',
  ].join('\n')
