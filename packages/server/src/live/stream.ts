import { KinoraError, OPENS_BEFORE } from '@kinora/core'
import { openBroadcast, TAKES_BEFORE } from '../broadcasts/index.ts'
import type { Deps } from '../deps.ts'
import type { ByteRange } from '../kernel/hls.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { SiteQuery } from '../on-site/index.ts'
import { siteStreamOf } from '../titles/index.ts'
import { type Air, type LiveGrant, readAir, readLiveGrant } from './link.ts'
import { partsOf, readParts, readRendition, readText, toPart } from './parts.ts'
import { leadOf, livePlaylist, type Part, segmentsOf } from './playlist.ts'
import { seen } from './viewers.ts'

/** A playlist as it is now, or a file that is stored, of which only ranges within these may be had yet. */
type LiveFile = { playlist: string } | StoredPart
type StoredPart = { key: string; within?: readonly ByteRange[] }

/** Milliseconds for which players may read the end of a playlist after it. */
const CLOSES_AFTER = 60_000

/** Milliseconds after which a stream that should run and doesn’t is asked for again. */
const RETRY = 5000

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock' | 'media' | 'settings'>

/** Milliseconds for which a segment is given by what was read for another: several are asked for at once. */
const FRESH = 1000
/** Links that are kept at most. */
const MOST_KEPT = 1000

type OpenLive = (token: string, path: string) => Promise<LiveFile | undefined>

/**
 * LIVE-05: gives one file of a simulated live stream; undefined where the token is of another kind. Before it starts everything is
 * refused, with the moment: a slate would have to be encoded for every ladder, and everybody would join twice. A playlist asks
 * whether the link is still good; its segments rely on that for a second.
 */
export function createLiveOpener(deps: Needs): OpenLive {
  const known = new Map<string, { at: number; of: Of }>()
  return async (token, path) => {
    const now = deps.clock.now().getTime()
    const isPlaylist = path.endsWith('.m3u8')
    const kept = isPlaylist ? undefined : known.get(token)
    const isFresh = kept !== undefined && kept.at <= now && now - kept.at < FRESH
    if (isFresh) return storedPart({ ...kept.of, now }, path)
    known.delete(token)
    const grant = await readLiveGrant(deps, token)
    if (grant === undefined) return undefined
    const opensBefore = grant.isPreview ? TAKES_BEFORE : OPENS_BEFORE
    const air = await readAir(deps.db, { ...grant, now, opensBefore, closesAfter: CLOSES_AFTER })
    if (air.sent !== undefined) return openSent(deps, grant, { air, sent: air.sent, now, path })
    if (air.state === 'waiting') throw notStarted(air, now)
    const { tenantId, member, isMember, product } = grant
    const parts = await playing(deps, air, { tenantId, member, isMember, product })
    const of = { deps, air, parts, now }
    if (known.size >= MOST_KEPT) known.clear()
    known.set(token, { at: now, of })
    if (!isPlaylist) return storedPart(of, path)
    await seen(deps, { eventId: air.eventId, viewer: member ?? grant.viewer })
    return { playlist: path === 'master.m3u8' ? await masterOf(of) : await mediaOf(of, path) }
  }
}

/** LIVE-06: what a sender sends, and a picture before it comes and while it is gone; before either, it hasn’t started. */
async function openSent(
  deps: Needs,
  grant: LiveGrant,
  { air, sent, now, path }: { air: Air; sent: NonNullable<Air['sent']>; now: number; path: string },
): Promise<LiveFile> {
  const file = await openBroadcast(deps, { ...air, ...sent }, path)
  if (file === undefined) throw notStarted({ ...air, start: Math.max(air.start, now + RETRY) }, now)
  const { eventId } = air
  if ('playlist' in file && !grant.isPreview)
    await seen(deps, { eventId, viewer: grant.member ?? grant.viewer })
  return file
}

function notStarted({ start }: Air, now: number): KinoraError {
  return refused('event.notStarted', { startsAt: new Date(start).toISOString() }, 'tag', (start - now) / 1000)
}

/** After its end nothing new begins; until then the site must still show what plays. */
async function playing(deps: Needs, air: Air, site: SiteQuery) {
  if (air.state === 'ended') return partsOf(deps.db, air)
  const { streamKey } = await siteStreamOf(air.eventId, site, deps)
  return readParts(deps, air, streamKey)
}

interface Of {
  deps: Needs
  air: Air
  parts: Awaited<ReturnType<typeof partsOf>>
  now: number
}

async function masterOf({ deps: { blobs }, parts }: Of): Promise<string> {
  const text = await readText(blobs, `${parts.at(-1)?.streamKey}/master.m3u8`)
  if (text === undefined) throw new KinoraError('notFound')
  return text
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** A rendition of all parts, each by the name that its own ladder has for it. */
async function renditions({ deps: { blobs }, parts }: Of, path: string) {
  const found = await Promise.all(parts.map(part => readRendition(blobs, part.streamKey, path)))
  return {
    parts: parts.map((part, nth): Part => toPart(part, found[nth]!.media)),
    folders: found.map(rendition => folderOf(rendition.path)),
  }
}

async function mediaOf(of: Of, path: string): Promise<string> {
  const { parts, folders } = await renditions(of, path)
  if (parts.every(({ media }) => media === undefined || media.segments.length === 0))
    throw new KinoraError('notFound')
  const up = '../'.repeat(path.split('/').length - 1)
  const { now, air } = of
  return livePlaylist(parts, { now, end: air.end, folderOf: nth => `${up}${nth}/${folders[nth]}` })
}

/** A segment of a part, once its playlist lists it: nobody sees the end before the others. */
async function storedPart({ deps: { blobs }, air, parts, now }: Of, path: string): Promise<StoredPart> {
  const [, nth, file] = /^(\d+)\/(.+)$/.exec(path) ?? []
  const part = parts[Number(nth)]
  if (part === undefined || file === undefined) throw new KinoraError('notFound')
  const folder = folderOf(file)
  const { media } = await readRendition(blobs, part.streamKey, `${folder}index.m3u8`)
  const name = file.slice(folder.length)
  const ofPart = parts.map((one, index) => toPart(one, index === Number(nth) ? media : noSegments))
  const listed = segmentsOf(ofPart, air.end).filter(
    ({ path, begins }) => path === name && begins < now + leadOf(ofPart),
  )
  const init = media?.init?.path === name ? media.init : undefined
  if (listed.length === 0 && init === undefined) throw new KinoraError('notFound')
  const key = `${part.streamKey}/${file}`
  if (media?.segments[0]?.range === undefined) return { key }
  const [first, last] = [listed[0]?.range, listed.at(-1)?.range]
  const open = first && last && { start: first.start, end: last.end }
  return { key, within: [init?.range, open].filter(range => range !== undefined) }
}

const noSegments = { init: undefined, segments: [], duration: 0 }
