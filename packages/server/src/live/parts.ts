import { and, asc, eq, lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type MediaPlaylist, parsePlaylist, playlistsOf } from '../kernel/hls.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import { type Part, takeover } from './playlist.ts'
import { type LivePart, livePartsTable as t } from './tables.ts'

/** An occurrence that is on air; instants in milliseconds. */
export interface OnAir {
  eventId: string
  date: string
  start: number
  end: number
}

/** How long parts are kept after they began. */
const KEPT = 7 * 86_400_000

/**
 * What has played so far and what plays now: a stream that wasn't there before is written down by whoever asks first, and is the
 * same for all from then on. So whatever changes what an event plays needs to tell nobody.
 */
export async function readParts(
  { db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  of: OnAir,
  streamKey: string,
): Promise<LivePart[]> {
  const known = await partsOf(db, of)
  if (known.at(-1)?.streamKey === streamKey) return known
  const now = clock.now().getTime()
  const place = known.length === 0 ? beginning(of) : await placeOf(blobs, { of, known, streamKey, now })
  const { eventId, date } = of
  await db
    .insert(t)
    .values({ eventId, date, nth: known.length, streamKey, ...place })
    .onConflictDoNothing()
  return partsOf(db, of)
}

export async function forgetParts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.delete(t).where(lt(t.beginsAt, new Date(clock.now().getTime() - KEPT)))
}

export const partsOf = (
  db: Database,
  { eventId, date }: Pick<OnAir, 'eventId' | 'date'>,
): Promise<LivePart[]> =>
  db
    .select()
    .from(t)
    .where(and(eq(t.eventId, eventId), eq(t.date, date)))
    .orderBy(asc(t.nth))

const beginning = ({ start }: OnAir) => ({ beginsAt: new Date(start), firstSegment: 0, sequence: 0 })

interface Taking {
  of: OnAir
  known: readonly LivePart[]
  streamKey: string
  now: number
}

async function placeOf(blobs: BlobPort, { of, known, streamKey, now }: Taking) {
  const { start, end } = of
  const next = await readReference(blobs, streamKey)
  const parts = await Promise.all(
    known.map(async part => toPart(part, await readReference(blobs, part.streamKey))),
  )
  const { at, first, sequence } = takeover({ parts, now, start, end, next: next ?? none })
  return { beginsAt: new Date(at), firstSegment: first, sequence }
}

export const toPart = (
  { beginsAt, firstSegment: first, sequence }: LivePart,
  media: MediaPlaylist | undefined,
): Part => ({ at: beginsAt.getTime(), first, sequence, media })

const none: MediaPlaylist = { init: undefined, segments: [], duration: 0 }

/** The rendition by which parts are numbered: all are cut at the same seconds (VIDEO-11). */
async function readReference(blobs: BlobPort, streamKey: string): Promise<MediaPlaylist | undefined> {
  const master = await readText(blobs, `${streamKey}/master.m3u8`)
  const [path] = master === undefined ? [] : playlistsOf(master)
  return path === undefined ? undefined : readMedia(blobs, `${streamKey}/${path}`)
}

async function readMedia(blobs: BlobPort, key: string): Promise<MediaPlaylist | undefined> {
  const text = await readText(blobs, key)
  return text === undefined ? undefined : parsePlaylist(text)
}

/** The rendition of a part that a playlist stands for, and its path: the same, else the nearest that isn't larger, else the smallest. */
export async function readRendition(
  blobs: BlobPort,
  streamKey: string,
  path: string,
): Promise<{ path: string; media: MediaPlaylist | undefined }> {
  const same = await readMedia(blobs, `${streamKey}/${path}`)
  if (same !== undefined) return { path, media: same }
  const master = await readText(blobs, `${streamKey}/master.m3u8`)
  if (master === undefined) return { path, media: undefined }
  const other = nearest(playlistsOf(master), path)
  return other === undefined
    ? { path, media: none }
    : { path: other, media: await readMedia(blobs, `${streamKey}/${other}`) }
}

const heightOf = (path: string): number => Number(/^(\d+)p\//.exec(path)?.[1] ?? Number.NaN)

function nearest(paths: readonly string[], wanted: string): string | undefined {
  const height = heightOf(wanted)
  const pictures = paths.filter(path => !Number.isNaN(heightOf(path)))
  if (Number.isNaN(height)) return undefined
  const byHeight = pictures.toSorted((one, other) => heightOf(other) - heightOf(one))
  return byHeight.find(path => heightOf(path) <= height) ?? byHeight.at(-1)
}

/** A small stored text; undefined where it isn't there. */
export async function readText(blobs: BlobPort, key: string): Promise<string | undefined> {
  return (await blobs.size(key)) === undefined ? undefined : new Response(await blobs.read(key)).text()
}
