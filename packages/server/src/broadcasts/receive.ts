import type { Deps } from '../deps.ts'
import { flvHeader, flvTag, isKeyFrame, isKnownCodec } from '../kernel/flv.ts'
import { MIN_FREE_TO_INSERT } from '../ports/blobs.ts'
import type { MediaTag, Sender, Taker } from '../ports/ingest.ts'
import type { LiveEncoding, LiveMedia, LiveRecord, LiveSegment } from '../ports/media.ts'
import { rateLimitKeyOf } from '../session/index.ts'
import { findByKey, findOccasion, type Occasion, TAKES_AFTER } from './occasions.ts'
import { appendSegment, folderOf, insertSending, readSendings, recordsOf, updateSending } from './rows.ts'
import type { Sending } from './tables.ts'

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock' | 'limits' | 'log' | 'media' | 'settings'>

/** What a sender is told; programs such as OBS show it in their log. */
const refusals = {
  key: 'This stream key isn’t one of an active event. Copy it from the event once more.',
  often: 'Too many wrong stream keys came from here. Try again in a quarter of an hour.',
  early: 'The event isn’t near. Senders are taken from 30 minutes before its start to its end.',
  busy: 'Somebody is sending with this stream key already. One sender is taken at a time.',
  full: 'The disk of the platform is full. Free some space, then start the stream again.',
  absent: 'The platform has no ffmpeg, so it takes no live streams.',
  failed: 'The platform could not take the stream. Start it again; its log says why.',
} as const
const endings = {
  codec: 'Send H.264 and AAC: other codecs aren’t taken.',
  over: 'The event is over.',
  pace: 'Send in real time: what comes is far ahead of the clock. With ffmpeg, use -re.',
  revoked: 'The event was switched off, or its stream key was renewed.',
  failed: 'The stream could not be encoded. Start it again; the platform’s log says why.',
} as const

export interface Broadcasts {
  accept(sender: Sender): Promise<Taker | string>
}

/** LIVE-06: takes senders of live events: records what comes, encodes it, and gives it to players segment by segment. */
export function createBroadcasts(deps: Needs): Broadcasts {
  const sending = new Set<string>()
  return {
    async accept(sender) {
      const { live } = deps.media
      if (live === undefined) return refusals.absent
      const found = await find(deps, sender)
      if (typeof found === 'string') return found
      const { eventId } = found.event
      if (sending.has(eventId)) return refusals.busy
      sending.add(eventId)
      const release = () => sending.delete(eventId)
      try {
        const free = (await deps.blobs.free()) ?? Number.POSITIVE_INFINITY
        if (free < MIN_FREE_TO_INSERT) throw refusals.full
        return await createTaker({ deps, live, occasion: found, release })
      } catch (error) {
        release()
        if (error === refusals.full) return refusals.full
        deps.log.error({ err: error, eventId }, 'a live stream could not be taken')
        return refusals.failed
      }
    },
  }
}

/** Wrong keys are counted by address, so that nobody can try them all. */
async function find(deps: Needs, { address, key }: Sender): Promise<Occasion | string> {
  const counted = `rtmp ${rateLimitKeyOf(address)}`
  if ((await deps.limits.address.take(counted)) !== undefined) return refusals.often
  const event = await findByKey(deps.db, key)
  if (event === undefined) return refusals.key
  await deps.limits.address.refund(counted)
  const occasion = await findOccasion(deps, event)
  if (occasion === undefined) return refusals.early
  const before = await readSendings(deps.db, { eventId: event.eventId, date: occasion.date })
  // Its recording is a title, or is becoming one: what would come now has no place in it.
  return before.some(({ titleTag }) => titleTag !== null) ? refusals.early : occasion
}

/** Milliseconds that a stream may be ahead of the clock. */
const AHEAD = 30_000

/**
 * Whether a tag comes in real time. Pictures are repeated over gaps, so that one tag of a day later would have a day encoded, and a
 * file that is sent as fast as it goes takes the machine from everybody else.
 */
function createPace({ clock }: Pick<Deps, 'clock'>): (tag: MediaTag) => boolean {
  let first: { at: number; now: number } | undefined
  return tag => {
    const now = clock.now().getTime()
    if (first === undefined && isKeyFrame(tag)) first = { at: tag.at, now }
    return first === undefined || tag.kind === 'data' || tag.at - first.at <= now - first.now + AHEAD
  }
}

interface Taking {
  deps: Needs
  live: LiveMedia
  occasion: Occasion
  release(): void
}

/** Milliseconds between looks at how it goes. */
const LOOK = 2000
/** Milliseconds of the stream after which all its tracks have shown themselves. */
const SHOWN = 1000
/** Tags that are held until then, minutes of them, and bytes, several seconds of the largest streams. */
const PENDING = 10_000
const PENDING_BYTES = 67_108_864

async function createTaker({ deps, live, occasion, release }: Taking): Promise<Taker> {
  const { event, date, end } = occasion
  const sending = await insertSending(deps, { eventId: event.eventId, date, end })
  const records = await deps.blobs.scratch(recordsOf(sending))
  const file = `${records.path}/${sending.nth}.flv`
  const recording = await createRecording(await live.record(file))
  const stop = new AbortController()
  const pending: Uint8Array[] = []
  let waiting = 0
  const isInTime = createPace(deps)
  const watch = createWatch({ deps, sending, key: event.eventKey ?? '', stop, recording })
  let first: number | undefined
  let encoding: LiveEncoding | undefined
  const begin = async (): Promise<void> => {
    const source = await live.look(file)
    encoding = await live.encode({
      ...{ source, segment: deps.settings.liveSegment, workFolder: `${records.path}/${sending.nth}` },
      onSegment: segment => keep(deps, sending, segment),
    })
    const { width, height, fps } = source
    await updateSending(deps.db, sending, { width, height, fps, heights: [...encoding.heights] })
    for (const bytes of [flvHeader(source), ...pending.splice(0)]) await encoding.write(bytes)
  }
  const fail = (err: unknown) => {
    deps.log.error({ err, eventId: event.eventId }, 'a live stream could not be encoded')
    watch.problem('failed')
    stop.abort(endings.failed)
  }
  return {
    signal: stop.signal,
    async take(tag: MediaTag) {
      if (stop.signal.aborted) return
      if (!isKnownCodec(tag)) {
        watch.problem('codec')
        return stop.abort(endings.codec)
      }
      if (!isInTime(tag)) return stop.abort(endings.pace)
      const bytes = flvTag(tag)
      await recording.write(bytes)
      if (encoding !== undefined) await encoding.write(bytes)
      else {
        pending.push(bytes)
        waiting += bytes.byteLength
        if (first === undefined && isKeyFrame(tag)) first = tag.at
        if (first !== undefined && tag.at - first >= SHOWN) await begin().catch(fail)
        else if (pending.length > PENDING || waiting > PENDING_BYTES)
          fail(new Error('no picture that can be shown came'))
      }
      await watch.count(bytes.byteLength, encoding)
    },
    async end() {
      await recording.close()
      await encoding?.end().catch(fail)
      await watch.end()
      release()
    },
  }
}

interface Recording {
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
  bytes(): number
  stop(): Promise<void>
}

/** Recording can end before the stream does: a full disk leaves what plays alone. */
async function createRecording(record: LiveRecord): Promise<Recording> {
  let open: LiveRecord | undefined = record
  let bytes = 0
  const close = async () => {
    const closing = open
    open = undefined
    await closing?.close()
  }
  const write = async (piece: Uint8Array) => {
    await open?.write(piece)
    if (open !== undefined) bytes += piece.byteLength
  }
  await write(flvHeader({ hasAudio: true }))
  return { write, close, stop: close, bytes: () => bytes }
}

interface Watched extends Pick<Taking, 'deps'> {
  sending: Sending
  key: string
  stop: AbortController
  recording: Recording
}

/** Writes down every few seconds how it goes, and ends what may no longer be sent. */
function createWatch({ deps, sending, key, stop, recording }: Watched) {
  const { clock, db } = deps
  let problem: Sending['problem'] = null
  let since = { at: clock.now().getTime(), bytes: 0 }
  const look = async (now: number, encoding: LiveEncoding | undefined): Promise<void> => {
    const bitrate = Math.round((since.bytes * 8000) / Math.max(1, now - since.at))
    since = { at: now, bytes: 0 }
    if ((await isFull(deps)) && problem === null) {
      problem = 'full'
      await recording.stop()
    }
    const dropped = encoding?.health().dropped ?? 0
    const seen = { seenAt: new Date(now), bitrate, dropped, recorded: recording.bytes(), problem }
    const reason = await endingOf(deps, sending, key)
    if (typeof reason === 'string') stop.abort(reason)
    else await updateSending(db, sending, { ...seen, endsAt: new Date(reason.end) })
  }
  return {
    problem(name: NonNullable<Sending['problem']>): void {
      problem = name
    },
    async count(bytes: number, encoding: LiveEncoding | undefined): Promise<void> {
      since.bytes += bytes
      const now = clock.now().getTime()
      if (now - since.at >= LOOK) await look(now, encoding)
    },
    end: (): Promise<void> =>
      updateSending(db, sending, { endedAt: clock.now(), recorded: recording.bytes(), problem, bitrate: 0 }),
  }
}

async function isFull({ blobs }: Needs): Promise<boolean> {
  return ((await blobs.free()) ?? Number.POSITIVE_INFINITY) < MIN_FREE_TO_INSERT
}

/** Why a sender may send no longer, else the occurrence as it is by now. */
async function endingOf(
  deps: Needs,
  { date, endsAt }: Sending,
  key: string,
): Promise<{ end: number } | string> {
  const event = await findByKey(deps.db, key)
  if (event === undefined) return endings.revoked
  const one = await findOccasion(deps, event)
  const isOver = deps.clock.now().getTime() >= endsAt.getTime() + TAKES_AFTER
  return one?.date === date ? { end: one.end } : isOver ? endings.over : { end: endsAt.getTime() }
}

/** Moves the files of a segment to where players find them, then lists it. */
async function keep(
  { db, blobs, clock }: Needs,
  sending: Sending,
  { name, duration, folder: made }: LiveSegment,
): Promise<void> {
  const { eventId, date, nth } = sending
  const folder = `${folderOf(sending)}/${nth}`
  await blobs.adopt(`${folder}/${name}/`, made)
  if (name === 'init') return
  const length = Math.round(duration * 1000)
  const at = clock.now().getTime() - length
  await appendSegment(db, { eventId, date, folder, file: name, duration: length, at })
}
