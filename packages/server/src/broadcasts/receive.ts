import type { Deps } from '../deps.ts'
import { flvHeader, flvTag, isHeader, isKeyFrame, isKnownCodec } from '../kernel/flv.ts'
import { MIN_FREE_TO_INSERT, MIN_FREE_TO_WRITE } from '../ports/blobs.ts'
import type { MediaTag, Sender, Taker } from '../ports/ingest.ts'
import type { LiveEncoding, LiveHealth, LiveMedia, LiveRecord, LiveSegment } from '../ports/media.ts'
import { rateLimitKeyOf } from '../session/index.ts'
import { findByKey, findOccasion, type Occasion, TAKES_AFTER } from './occasions.ts'
import {
  appendSegment,
  folderOf,
  insertSending,
  lockOf,
  readSendings,
  recordOf,
  recordsOf,
  updateSending,
} from './rows.ts'
import type { Sending } from './tables.ts'

type Needs = Pick<Deps, 'db' | 'blobs' | 'clock' | 'limits' | 'locks' | 'log' | 'media' | 'settings'>

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
  full: refusals.full,
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
      const lock = deps.locks.tryAcquire(lockOf({ eventId, date: found.date }))
      // Its recording is becoming a title right now.
      if (lock === undefined) return refusals.early
      sending.add(eventId)
      const release = () => {
        sending.delete(eventId)
        lock.release()
      }
      try {
        if (await isRecorded(deps, found)) throw refusals.early
        const free = await deps.blobs.room()
        if (free < MIN_FREE_TO_INSERT) throw refusals.full
        return await createTaker({ deps, live, occasion: found, release })
      } catch (error) {
        release()
        if (error === refusals.full || error === refusals.early) return error
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
  return (await findOccasion(deps, event)) ?? refusals.early
}

/** Its recording is a title, or is becoming one: what would come now has no place in it. */
async function isRecorded({ db }: Needs, { event, date }: Occasion): Promise<boolean> {
  const before = await readSendings(db, { eventId: event.eventId, date })
  return before.some(({ titleTag, recordedAt }) => titleTag !== null || recordedAt !== null)
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

/** Encoders in a row that end without having made a segment, after which the sender is sent away. */
const FRUITLESS = 3

/**
 * One sender for as long as it sends. Where the encoder ends in the middle, what comes from the next key frame on is recorded and
 * encoded like another connection, so that players meet a break and the recording has all of it.
 */
async function createTaker({ release, ...taking }: Taking): Promise<Taker> {
  const { log } = taking.deps
  const stop = new AbortController()
  const headers = new Map<MediaTag['kind'], MediaTag>()
  const isInTime = createPace(taking.deps)
  let current = await openConnection(taking, stop)
  let fruitless = 0
  const goOn = async (at: number): Promise<void> => {
    await current.end()
    fruitless = current.made() > 0 ? 0 : fruitless + 1
    if (fruitless >= FRUITLESS) return stop.abort(endings.failed)
    current = await openConnection(taking, stop)
    for (const header of headers.values()) await current.take({ ...header, at })
  }
  return {
    signal: stop.signal,
    async take(tag) {
      if (stop.signal.aborted) return
      if (!isInTime(tag)) return stop.abort(endings.pace)
      if (isHeader(tag)) headers.set(tag.kind, tag)
      if (current.isLost() && isKeyFrame(tag)) await goOn(tag.at)
      await current.take(tag)
    },
    async end() {
      const { eventId } = taking.occasion.event
      await current
        .end()
        .catch(err => log.error({ err, eventId }, 'the end of a live stream could not be kept'))
      release()
    },
  }
}

interface Connection {
  take(tag: MediaTag): Promise<void>
  end(): Promise<void>
  /** The encoder has ended before the sender. */
  isLost(): boolean
  /** Segments that players were given. */
  made(): number
}

/** From a start of the encoder to its end: one recorded file, one folder of segments. */
async function openConnection(taking: Omit<Taking, 'release'>, stop: AbortController): Promise<Connection> {
  const { deps, live, occasion } = taking
  const { event, date, end } = occasion
  const log = (text: string) => (err: unknown) => deps.log.error({ err, eventId: event.eventId }, text)
  const sending = await insertSending(deps, { ...event, date, end })
  const records = await deps.blobs.scratch(recordsOf(sending))
  const file = recordOf(records, sending)
  const recording = await createRecording(await live.record(file), log('a live stream is recorded no longer'))
  const watch = createWatch({ deps, sending, key: event.eventKey ?? '', stop, recording })
  const note = (err: unknown) => {
    log('a live stream could not be encoded')(err)
    watch.problem('failed')
  }
  const feed = createFeed({ deps, live, sending, file, workFolder: `${records.path}/${sending.nth}` })
  let base: number | undefined
  return {
    isLost: feed.isOver,
    made: feed.made,
    async take(tag: MediaTag) {
      if (stop.signal.aborted) return
      if (!isKnownCodec(tag)) {
        watch.problem('codec')
        return stop.abort(endings.codec)
      }
      base ??= tag.at
      const timed = { ...tag, at: Math.max(0, tag.at - base) }
      const bytes = flvTag(timed)
      await recording.write(bytes)
      await feed.write(timed, bytes).catch((err: unknown) => {
        note(err)
        stop.abort(endings.failed)
      })
      await watch.count(bytes.byteLength, feed.health())
    },
    async end() {
      await recording.close()
      await feed.end().catch(note)
      await watch.end()
    },
  }
}

interface Fed extends Pick<Taking, 'deps' | 'live'> {
  sending: Sending
  /** What is recorded of it. */
  file: string
  workFolder: string
}

/** Begins to encode once the stream has shown what it holds, with all that came until then. */
function createFeed({ deps, live, sending, file, workFolder }: Fed) {
  const pending: Uint8Array[] = []
  let waiting = 0
  let first: number | undefined
  let made = 0
  let encoding: LiveEncoding | undefined
  const onSegment = async (segment: LiveSegment): Promise<void> => {
    if (await keep(deps, sending, segment)) made += 1
  }
  const begin = async (): Promise<void> => {
    const source = await live.look(file)
    encoding = await live.encode({ source, segment: deps.settings.liveSegment, workFolder, onSegment })
    const { width, height, fps } = source
    await updateSending(deps.db, sending, { width, height, fps, heights: [...encoding.heights] })
    for (const bytes of [flvHeader(source), ...pending.splice(0)]) await encoding.write(bytes)
  }
  return {
    isOver: () => encoding?.isOver() ?? false,
    /** Segments that players were given. */
    made: () => made,
    health: (): LiveHealth => encoding?.health() ?? { dropped: 0 },
    async write(tag: MediaTag, bytes: Uint8Array): Promise<void> {
      if (encoding !== undefined) return encoding.write(bytes)
      pending.push(bytes)
      waiting += bytes.byteLength
      if (first === undefined && isKeyFrame(tag)) first = tag.at
      if (first !== undefined && tag.at - first >= SHOWN) await begin()
      else if (pending.length > PENDING || waiting > PENDING_BYTES)
        throw new Error('no picture that can be shown came')
    },
    end: async () => encoding?.end(),
  }
}

interface Recording {
  write(bytes: Uint8Array): Promise<void>
  /** Also where the disk takes no more. */
  close(): Promise<void>
  bytes(): number
  /** Whether the disk has refused some of it. */
  hasFailed(): boolean
}

/** Recording can end before the stream does: a full disk leaves what plays alone. */
async function createRecording(record: LiveRecord, onError: (error: unknown) => void): Promise<Recording> {
  let open: LiveRecord | undefined = record
  let bytes = 0
  let hasFailed = false
  const fail = (error: unknown) => {
    hasFailed = true
    onError(error)
  }
  const close = async () => {
    const closing = open
    open = undefined
    await closing?.close().catch(fail)
  }
  const write = async (piece: Uint8Array) => {
    try {
      await open?.write(piece)
      if (open !== undefined) bytes += piece.byteLength
    } catch (error) {
      fail(error)
      await close()
    }
  }
  await write(flvHeader({ hasAudio: true }))
  return { write, close, bytes: () => bytes, hasFailed: () => hasFailed }
}

interface Watched extends Pick<Taking, 'deps'> {
  sending: Sending
  key: string
  stop: AbortController
  recording: Recording
}

/** Writes down every few seconds how it goes, and ends what may no longer be sent. */
function createWatch({ deps, sending, key, stop, recording }: Watched) {
  const { clock, db, log } = deps
  let problem: Sending['problem'] = null
  let since = { at: clock.now().getTime(), bytes: 0 }
  const look = async (now: number, { dropped }: LiveHealth): Promise<void> => {
    const bitrate = Math.round((since.bytes * 8000) / Math.max(1, now - since.at))
    since = { at: now, bytes: 0 }
    const free = await deps.blobs.room()
    if ((free < MIN_FREE_TO_INSERT || recording.hasFailed()) && problem === null) {
      problem = 'full'
      await recording.close()
    }
    const seen = { seenAt: new Date(now), bitrate, dropped, recorded: recording.bytes(), problem }
    // The segments, too, would take what the database needs to write at all.
    const reason = free < MIN_FREE_TO_WRITE ? endings.full : await endingOf(deps, sending, key)
    if (typeof reason === 'string') stop.abort(reason)
    else await updateSending(db, sending, { ...seen, endsAt: new Date(reason.end) })
  }
  return {
    problem(name: NonNullable<Sending['problem']>): void {
      problem = name
    },
    async count(bytes: number, health: LiveHealth): Promise<void> {
      since.bytes += bytes
      const now = clock.now().getTime()
      if (now - since.at < LOOK) return
      // Neither the stream nor its recording ends because nothing could be written down of it.
      await look(now, health).catch(err =>
        log.warn({ err, ...sendingOf(sending) }, 'a live stream goes on unseen'),
      )
    },
    end: (): Promise<void> =>
      updateSending(db, sending, { endedAt: clock.now(), recorded: recording.bytes(), problem, bitrate: 0 }),
  }
}

const sendingOf = ({ eventId, date, nth }: Sending) => ({ eventId, date, nth })

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

/** Moves the files of a segment to where players find them, then lists it; false of what only begins them. */
async function keep(
  { db, blobs, clock }: Needs,
  sending: Sending,
  { name, duration, folder: made }: LiveSegment,
): Promise<boolean> {
  const { eventId, date, nth } = sending
  const folder = `${folderOf(sending)}/${nth}`
  await blobs.adopt(`${folder}/${name}/`, made)
  if (name === 'init') return false
  const length = Math.round(duration * 1000)
  const at = clock.now().getTime() - length
  await appendSegment(db, { eventId, date, folder, file: name, duration: length, at })
  return true
}
