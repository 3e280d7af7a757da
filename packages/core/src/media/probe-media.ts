import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { type Issue, isKinoraError } from '../kernel/errors.ts'
import { isWholeMovie } from './boxes.ts'
import { isWholeAdts, isWholeMp3 } from './frames.ts'
import { inTime, readPart } from './read-part.ts'
import { type FileType, SNIFF_SIZE, sniff } from './sniff.ts'

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

/** VAL-13, VAL-18: measures MP4, MOV, M4A, MP3 and AAC. A truncated, empty or fake file gives an issue. Never throws. */
export async function probeMedia(source: Blob): Promise<Probe<MediaInfo>> {
  const head = await readHead(source)
  if (head === undefined) return { issue: { path: 'file', code: 'upload.unreadable' } }
  const type = sniff(head)
  if (!MEDIA.includes(type)) return broken
  try {
    if (!(await isWhole(type, source, head))) return broken
    const info = await measure(type, source)
    return info === undefined ? broken : { info }
  } catch (error) {
    const [issue] = isKinoraError(error) ? error.issues : []
    return issue === undefined ? broken : { issue }
  }
}

/** The first bytes of a file, `undefined` where it can't be read any more. */
export async function readHead(source: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await readPart(source, 0, SNIFF_SIZE))
  } catch {
    return undefined
  }
}

const broken: Probe<never> = { issue: { path: 'file', code: 'validation.fileFormat' } }

async function isWhole(type: FileType, source: Blob, head: Uint8Array): Promise<boolean> {
  if (type === 'mp3') return isWholeMp3(source, head)
  if (type === 'aac') return await isWholeAdts(source, head)
  return await isWholeMovie(source)
}

async function measure(type: FileType, source: Blob): Promise<MediaInfo | undefined> {
  const bunny = await import('mediabunny')
  // Its warnings would break into the terminal's output; a host that has chosen a level keeps it.
  if (bunny.Logging.level === bunny.LogLevel.Info) bunny.Logging.level = bunny.LogLevel.Errors
  const formats = [bunny.MP4, bunny.QTFF, bunny.MP3, bunny.ADTS]
  const input = new bunny.Input({
    formats,
    source: new bunny.BlobSource(source, { handleUnhandledError: () => undefined }),
  })
  try {
    const hasPacket = async (track: InputVideoTrack | InputAudioTrack) =>
      (await new bunny.EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)) !== null
    return await inTime(measureInput(type, input, hasPacket))
  } finally {
    input.dispose()
  }
}

type HasPacket = (track: InputVideoTrack | InputAudioTrack) => Promise<boolean>

/** The last packet of each track must be there: an index alone is no film. */
async function measureInput(
  type: FileType,
  input: Input,
  hasPacket: HasPacket,
): Promise<MediaInfo | undefined> {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (video === null && audio === null) return undefined
  for (const track of [video, audio]) {
    if (track !== null && type !== 'mp3' && type !== 'aac' && !(await hasPacket(track))) return undefined
  }
  const duration = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  if (!(duration > 0 && Number.isFinite(duration))) return undefined
  const info: MediaInfo = { type, duration }
  if (video !== null) info.video = await describeVideo(video)
  if (audio !== null) info.audio = { codec: await codecOf(audio) }
  return info
}

async function describeVideo(track: InputVideoTrack): Promise<VideoInfo> {
  return {
    codec: await codecOf(track),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
  }
}

async function codecOf(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  return (await track.getCodec()) ?? String((await track.getInternalCodecId()) ?? 'unknown')
}
