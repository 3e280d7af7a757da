import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { LiveMedia } from '../ports/media.ts'
import { broadcastMaster, broadcastPlaylist } from './playlist.ts'
import { appendSegment, endOf, folderOf, lastSegments, type OfDate, readSendings } from './rows.ts'
import { hasSlate, SLATE_COUNT, SLATE_HEIGHTS, slateOf } from './slates.ts'
import type { BroadcastSegment, Sending } from './tables.ts'

/** An occurrence that players may have; instants in milliseconds. */
export interface OnBroadcast extends OfDate {
  imageUrl: string | null
  end: number
}

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock' | 'media' | 'settings'>

/** Segments that a playlist lists: players keep three from its end. */
const LISTED = 10
/** Target durations without a segment after which a sender that is there counts as gone. */
const STALLED = 3

/**
 * LIVE-06: one file of a platform live stream: a playlist as it is now, or the key of what is stored; undefined where nothing
 * plays yet. Whoever asks first after the sender has gone adds the slate, so that it needs no clock of its own.
 */
export async function openBroadcast(
  deps: Needs,
  of: OnBroadcast,
  path: string,
): Promise<{ playlist: string } | { key: string } | undefined> {
  const known = await readSendings(deps.db, of)
  if (path === 'master.m3u8') return masterOf(deps, of, known)
  const height = Number(/^(\d+)p\/index\.m3u8$/.exec(path)?.[1] ?? Number.NaN)
  if (Number.isNaN(height)) return { key: keyOf(of, path) }
  await fill(deps, of, known)
  const listed = await lastSegments(deps.db, of, LISTED)
  if (listed.length === 0) return undefined
  const now = deps.clock.now().getTime()
  const places = listed.map(segment => placeOf(segment, { of, known, height }))
  return { playlist: broadcastPlaylist(listed, { ...of, now, target: deps.settings.liveSegment, places }) }
}

async function masterOf(deps: Needs, of: OnBroadcast, known: readonly Sending[]) {
  const live = deps.media.live
  if (live === undefined) return undefined
  const hasAny = (await lastSegments(deps.db, of, 1)).length > 0
  if (!hasAny && !(await hasSlate(deps.blobs, await slateFor(deps, of)))) return undefined
  return { playlist: broadcastMaster(rungsOf(known, live)) }
}

/** What the sender brings, else what the slate has: players that have the one play the other by the nearest rung. */
function rungsOf(known: readonly Sending[], live: LiveMedia) {
  const last = known.findLast(({ heights }) => heights.length > 0)
  const ratio = last?.width && last.height ? last.width / last.height : 16 / 9
  return (last?.heights ?? SLATE_HEIGHTS).map(height => ({
    ...live.describe(height),
    height,
    width: 2 * Math.round((height * ratio) / 2),
  }))
}

const slateFor = ({ settings }: Pick<Needs, 'settings'>, { eventId, imageUrl }: OnBroadcast) =>
  slateOf(eventId, imageUrl, settings.liveSegment)

/** Adds the slate up to now, unless a sender does. */
async function fill(deps: Needs, of: OnBroadcast, known: readonly Sending[]): Promise<void> {
  const duration = deps.settings.liveSegment * 1000
  const now = Math.min(deps.clock.now().getTime(), of.end)
  const folder = await slateFor(deps, of)
  let [last] = await lastSegments(deps.db, of, 1)
  if (isSent(last, { of, known, until: now - STALLED * duration })) return
  if (!(await hasSlate(deps.blobs, folder))) return
  // Nobody has watched for a while: what nobody saw isn’t made up for.
  const from = last !== undefined && endOf(last) > now - LISTED * duration ? endOf(last) : now - 2 * duration
  for (let at = from; at < now; at += duration) {
    const file = last?.folder === folder ? (Number(last.file) + 1) % SLATE_COUNT : 0
    const one = { ...of, folder, file: String(file).padStart(5, '0'), duration, at }
    const { eventId, date } = of
    const added = await appendSegment(deps.db, {
      eventId,
      date,
      folder,
      file: one.file,
      duration,
      at,
      ...(last !== undefined && { after: last }),
    })
    if (added === undefined) return
    last = added
  }
}

/** Whether a sender is there and keeps up. */
function isSent(
  last: BroadcastSegment | undefined,
  { of, known, until }: { of: OfDate; known: readonly Sending[]; until: number },
): boolean {
  const open = known.find(({ endedAt }) => endedAt === null)
  if (open === undefined || last === undefined) return false
  return last.folder === `${folderOf(of)}/${open.nth}` && endOf(last) > until
}

/** Where a player finds the rung of a segment, relative to its playlist: its own, else the nearest that isn’t larger, else the smallest. */
function placeOf(
  { folder }: BroadcastSegment,
  { of, known, height }: { of: OfDate; known: readonly Sending[]; height: number },
): { folder: string; rung: string } {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const has = known.find(({ nth }) => folder === `${folderOf(of)}/${nth}`)?.heights ?? SLATE_HEIGHTS
  const rung = has.find(one => one <= height) ?? has.at(-1) ?? height
  return { folder: `../${name}`, rung: `${rung}p` }
}

/** The key of a file that a playlist of this occurrence names. */
function keyOf(of: OnBroadcast, path: string): string {
  const [, name, rest] =
    /^(\d+|slate-[0-9a-f]{16})\/((?:init\/\d+p\.mp4)|(?:\d{5}\/\d+p\.m4s))$/.exec(path) ?? []
  if (name === undefined) throw new KinoraError('notFound')
  return name.startsWith('slate')
    ? `broadcasts/${of.eventId}/${name}/${rest}`
    : `${folderOf(of)}/${name}/${rest}`
}
