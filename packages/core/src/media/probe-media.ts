import type { EncodedPacket, Input, InputAudioTrack, InputVideoTrack, Source } from 'mediabunny'
import type { ByteSource } from '../kernel/byte-source.ts'
import { type Issue, isKinoraError } from '../kernel/errors.ts'
import type { MessageKey } from '../messages/en.ts'
import { readWholeMovie, type WholeMovie } from './boxes.ts'
import { measureAdts, measureMp3 } from './frames.ts'
import { inTime, readPart } from './read-part.ts'
import { type FileType, natureOf, SNIFF_SIZE, sniff } from './sniff.ts'

/** What a media file holds, measured from its bytes. */
export interface MediaInfo {
  type: FileType
  /** Seconds. */
  duration: number
  video?: VideoInfo
  audio?: { codec: string }
}

export interface VideoInfo {
  codec: string
  /** As shown: with rotation and pixel aspect applied. */
  width: number
  height: number
  /** Degrees, clockwise. */
  rotation: number
}

export type Probe<T> = { info: T; issue?: undefined } | { info?: undefined; issue: Issue }

const MEDIA: readonly FileType[] = ['mp4', 'mov', 'm4a', 'mp3', 'aac']

/**
 * VAL-13, VAL-18: measures MP4, MOV, M4A, MP3 and AAC. A truncated, empty or fake file gives an issue. Throws only what the source itself says of
 * a read: `forbidden`, `offline`, `aborted`, which a Blob never does.
 */
export async function probeMedia(source: ByteSource): Promise<Probe<MediaInfo>> {
  const head = await readHead(source)
  if (head === undefined) return { issue: { path: 'file', code: 'upload.unreadable' } }
  const type = sniff(head)
  if (!MEDIA.includes(type)) return { issue: notFormat(natureOf(head)) }
  try {
    const info = await measure(type, source)
    return info === undefined ? broken : { info }
  } catch (error) {
    if (!isKinoraError(error)) return broken
    const [issue] = error.issues
    if (issue === undefined) throw error
    return { issue }
  }
}

/** The first bytes of a file, `undefined` where it can't be read any more. Throws what the source itself says. */
export async function readHead(source: ByteSource): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await readPart(source, 0, SNIFF_SIZE))
  } catch (error) {
    if (isKinoraError(error) && error.issues.length === 0) throw error
    return undefined
  }
}

/** What a file is, whatever its name says; `undefined` where it can't be read any more. */
export async function typeOf(source: ByteSource): Promise<FileType | 'empty' | undefined> {
  if (source.size === 0) return 'empty'
  const head = await readHead(source)
  return head && sniff(head)
}

/** VAL-18 */
export const notFormat = (is: MessageKey): Issue => ({
  path: 'file',
  code: 'validation.fileFormat',
  params: { is },
})

const broken: Probe<never> = { issue: notFormat('fileType.damaged') }

async function measure(type: FileType, source: ByteSource): Promise<MediaInfo | undefined> {
  if (type === 'mp3') return toSound(type, await measureMp3(source))
  if (type === 'aac') return toSound(type, await measureAdts(source))
  const movie = await readWholeMovie(source)
  return movie && measureMovie(type, source, movie)
}

const toSound = (type: 'mp3' | 'aac', duration: number | undefined): MediaInfo | undefined =>
  duration === undefined ? undefined : { type, duration, audio: { codec: type } }

async function measureMovie(
  type: FileType,
  source: ByteSource,
  movie: WholeMovie,
): Promise<MediaInfo | undefined> {
  const bunny = await import('mediabunny')
  // Its warnings would break into the terminal's output; a host that has chosen a level keeps it.
  if (bunny.Logging.level === bunny.LogLevel.Info) bunny.Logging.level = bunny.LogLevel.Errors
  const input = new bunny.Input({
    formats: [bunny.MP4, bunny.QTFF],
    source: toBunnySource(bunny, source),
  })
  try {
    const lastPacket = (track: Track) =>
      new bunny.EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)
    const measuring = measureInput(type, input, { ...movie, lastPacket })
    // Only a Blob is read past `readPart`, which waits for each read of any other source.
    return await (source instanceof Blob ? inTime(measuring) : measuring)
  } finally {
    input.dispose()
  }
}

function toBunnySource(bunny: typeof import('mediabunny'), source: ByteSource): Source {
  const handleUnhandledError = () => undefined
  if (source instanceof Blob) return new bunny.BlobSource(source, { handleUnhandledError })
  return new bunny.CustomSource({
    handleUnhandledError,
    getSize: () => source.size,
    read: async (start, end) => new Uint8Array(await readPart(source, start, end)),
    prefetchProfile: 'network',
  })
}

type Track = InputVideoTrack | InputAudioTrack
type LastPacket = (track: Track) => Promise<EncodedPacket | null>

/**
 * Of several pictures or sounds that one counts which is processed. The last packet of it must be there: an index alone is no film.
 */
async function measureInput(
  type: FileType,
  input: Input,
  { isFragmented, isEdited, lastPacket }: WholeMovie & { lastPacket: LastPacket },
): Promise<MediaInfo | undefined> {
  const video = await choose(await input.getVideoTracks())
  const audio = await choose(await input.getAudioTracks())
  const tracks = [video, audio].filter(track => track !== undefined)
  let end = 0
  for (const track of tracks) {
    const packet = await lastPacket(track)
    if (packet === null) return undefined
    end = Math.max(end, packet.timestamp + packet.duration)
  }
  const told = isFragmented ? 0 : ((await input.getDurationFromMetadata(tracks)) ?? 0)
  const duration = await toDuration(input, tracks, { told, end, isEdited })
  if (!(duration > 0 && Number.isFinite(duration))) return undefined
  const info: MediaInfo = { type, duration }
  if (video !== undefined) info.video = await describeVideo(video)
  if (audio !== undefined) info.audio = { codec: await codecOf(audio) }
  return info
}

/** Of those whose codec is known the first that the file has switched on, else the first; the server's media engine does the same. */
async function choose<T extends Track>(tracks: readonly T[]): Promise<T | undefined> {
  const known: T[] = []
  for (const track of tracks) {
    if ((await track.getCodec()) === null) continue
    if ((await track.getDisposition()).default) return track
    known.push(track)
  }
  return known[0] ?? tracks[0]
}

/**
 * What the header says, unless it says nothing, more than there is, or less without an edit list that leaves the rest out; then
 * from the first packet to the end of the last.
 */
async function toDuration(
  input: Input,
  tracks: Track[],
  { told, end, isEdited }: { told: number; end: number; isEdited: boolean },
): Promise<number> {
  const whole = end - Math.max(0, await input.getFirstTimestamp(tracks))
  return told > 0 && told <= end + 0.5 && (isEdited || told >= whole - 0.5) ? told : whole
}

async function describeVideo(track: InputVideoTrack): Promise<VideoInfo> {
  return {
    codec: await codecOf(track),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
  }
}

async function codecOf(track: Track): Promise<string> {
  return (await track.getCodec()) ?? String((await track.getInternalCodecId()) ?? 'unknown')
}
