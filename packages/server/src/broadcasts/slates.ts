import type { Deps } from '../deps.ts'
import { sha256 } from '../kernel/digest.ts'
import type { LiveMedia } from '../ports/media.ts'
import { listOccasions, type Occasion } from './occasions.ts'

/** The rungs that a slate has: whatever a sender brings, each of its rungs has one. */
export const SLATE_HEIGHTS = [1080, 720, 480, 360, 240] as const
/** Segments until it begins again. */
export const SLATE_COUNT = 5
/** Milliseconds before senders are taken in which slates are made. */
const AHEAD = 600_000

type Needs = Pick<Deps, 'db' | 'clock' | 'blobs' | 'media' | 'log' | 'settings'>

/** Where the slate of an event with this cover lies: another cover is another slate. */
export async function slateOf(eventId: string, imageUrl: string | null, segment: number): Promise<string> {
  const digest = await sha256(new TextEncoder().encode(`${imageUrl ?? ''} ${segment}`))
  return `broadcasts/${eventId}/slate-${digest.slice(0, 16)}`
}

/** Its last file, which is there once it is whole. */
export const hasSlate = async (blobs: Deps['blobs'], folder: string): Promise<boolean> =>
  (await blobs.size(`${folder}/init/240p.mp4`)) !== undefined

/** LIVE-06: makes the slates of live events that begin within the hour: the cover, and silence. */
export async function prepareSlates(deps: Needs): Promise<void> {
  const { live } = deps.media
  const segment = deps.settings.liveSegment
  if (live === undefined) return
  for (const { event } of await listOccasions(deps, AHEAD)) {
    const folder = await slateOf(event.eventId, event.imageUrl, segment)
    if (await hasSlate(deps.blobs, folder)) continue
    await make(deps, live, { event, folder, segment }).catch((err: unknown) =>
      deps.log.warn({ err, eventId: event.eventId }, 'the picture before a live event could not be made'),
    )
  }
}

async function make(
  { blobs, log }: Needs,
  live: LiveMedia,
  { event, folder, segment }: Pick<Occasion, 'event'> & { folder: string; segment: number },
): Promise<void> {
  const scratch = await blobs.scratch(folder.replaceAll('/', '-'))
  const key = /\/?media\/(images\/[^?]+)/.exec(event.imageUrl ?? '')?.[1]
  const stored = key === undefined ? undefined : await blobs.local(key).catch(() => undefined)
  const step = { heights: SLATE_HEIGHTS, segment, count: SLATE_COUNT, targetFolder: `${scratch.path}/slate` }
  try {
    await live.slate({ ...step, picture: stored?.path }).catch(async (error: unknown) => {
      if (stored === undefined) throw error
      log.warn({ err: error, key }, 'a cover can’t stand before its live event; it is plain')
      await live.slate({ ...step, picture: undefined })
    })
    await blobs.adopt(`${folder}/`, step.targetFolder)
  } finally {
    await stored?.release()
    await scratch.discard()
  }
}
