import { conformAudio, conformVideo } from './conform.ts'
import {
  type EncodeTask,
  formats,
  type LoudnessTask,
  type Output,
  type StillTask,
  type Track,
} from './engine.ts'
import type { Feeds } from './program.ts'

const quiet = ['-hide_banner', '-nostdin', '-y']

/** A plain file of a known kind, and nothing that it may point to. */
function input(file: string, format?: string): string[] {
  const forced = format === undefined ? [] : ['-f', format]
  const allowed = ['-protocol_whitelist', 'file', '-format_whitelist', format ?? formats]
  return [...forced, ...allowed, '-i', `file:${file}`]
}

const progress = ['-nostats', '-progress']

/** The stage before: pictures as they are shown, and sound, each in a pipe of its own so that neither waits for the other. */
export function feedArguments({ source, video, audio, canvas, outputs }: EncodeTask): Feeds {
  const isEncoded = outputs.some(output => isTrack(output.video))
  return {
    picture:
      video && isEncoded
        ? [
            ...[...quiet, '-loglevel', 'warning', ...progress, 'pipe:4', '-noautorotate', ...input(source)],
            ...['-map', `0:${video.index}`, '-vf', conformVideo(video, canvas), '-c:v', 'rawvideo'],
            ...['-fps_mode', 'passthrough', '-enc_time_base', '1:90000', '-f', 'nut', 'pipe:1'],
          ]
        : undefined,
    sound: audio && audioFeed(source, audio.index),
  }
}

function audioFeed(source: string, index: number): string[] {
  const filter = `silencedetect=n=-60dB:d=0.1,${conformAudio}`
  return [
    ...[...quiet, '-loglevel', 'info', ...progress, 'pipe:5', ...input(source)],
    ...['-map', `0:${index}`, '-af', filter, '-c:a', 'pcm_f32le', '-f', 'nut', 'pipe:1'],
  ]
}

const pipe = (number: 0 | 3) => ['-f', 'nut', '-protocol_whitelist', 'pipe', '-i', `pipe:${number}`]

/** Everything in one run: the source is read and decoded once for all outputs. The pipes keep the times they bring. */
export function encodeArguments(task: EncodeTask): string[] {
  const { picture, sound } = feedArguments(task)
  const copied = task.outputs.some(({ video }) => video === 'copy')
  const inputs = [
    ...(picture ? [pipe(0)] : []),
    ...(sound ? [pipe(3)] : []),
    ...(copied ? [['-itsoffset', String(-task.start), ...input(task.source)]] : []),
  ]
  const sources = {
    video: '0:0',
    audio: picture ? '1:0' : '0:0',
    copy: `${inputs.length - 1}:${task.video?.index}`,
  }
  const graph: string[] = []
  const maps = task.outputs.map((output, at) => outputArguments(output, { at, graph, copy: sources.copy }))
  const complex =
    graph.length === 0 ? [] : ['-filter_complex', [...splits(task, sources), ...graph].join(';')]
  return [
    ...[...quiet, '-loglevel', 'warning', ...progress, 'pipe:1', '-copyts'],
    ...[...inputs.flat(), ...complex, ...maps.flat()],
  ]
}

/** `[0:0]split=3[video0][video1][video3]`: one copy of the stream for each output that encodes it. */
function splits({ outputs }: EncodeTask, sources: Record<'video' | 'audio', string>): string[] {
  const split = (kind: 'video' | 'audio', name: string) => {
    const labels = outputs.flatMap((output, at) => (isTrack(output[kind]) ? [`[${kind}${at}]`] : []))
    return labels.length === 0 ? [] : [`[${sources[kind]}]${name}=${labels.length}${labels.join('')}`]
  }
  return [...split('video', 'split'), ...split('audio', 'asplit')]
}

function outputArguments(
  output: Output,
  { at, graph, copy }: { at: number; graph: string[]; copy: string },
): string[] {
  const encoded = (kind: 'video' | 'audio', track: Track) => {
    graph.push(`[${kind}${at}]${track.filter}[${kind}${at}out]`)
    const letter = kind === 'video' ? 'v' : 'a'
    const options = Object.entries(track.options).flatMap(([name, value]) => [`-${name}:${letter}`, value])
    return ['-map', `[${kind}${at}out]`, `-c:${letter}`, track.codec, ...options]
  }
  const video = isTrack(output.video) ? encoded('video', output.video) : []
  const copied = output.video === 'copy' ? ['-map', copy, '-c:v', 'copy'] : []
  const audio = output.audio === undefined ? [] : encoded('audio', output.audio)
  const options = Object.entries(output.options).flatMap(([name, value]) => [`-${name}`, value])
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1']
  return [...video, ...copied, ...audio, ...plain, ...options, '-f', output.format, output.path]
}

function isTrack(track: Track | 'copy' | undefined): track is Track {
  return typeof track === 'object'
}

export function stillArguments({
  source,
  format,
  video,
  start,
  length,
  filter,
  target,
}: StillTask): string[] {
  const window = ['-ss', start.toFixed(3), '-t', Math.max(length, 0.1).toFixed(3)]
  const picture = ['-map', `0:${video.index}`, '-vf', filter, '-frames:v', '1', '-q:v', '3']
  return [
    ...quiet,
    '-loglevel',
    'warning',
    ...window,
    '-noautorotate',
    ...input(source, format),
    ...picture,
    '-f',
    'image2',
    '-update',
    '1',
    target,
  ]
}

export function loudnessArguments({ source, audio, filter }: LoudnessTask): { feeds: Feeds; args: string[] } {
  const sound = ['-map', '0:0', '-af', filter, '-f', 'null', '-']
  return {
    feeds: { sound: audioFeed(source, audio.index) },
    args: [...quiet, '-loglevel', 'info', ...progress, 'pipe:1', ...pipe(3), ...sound],
  }
}

export function probeArguments(file: string, format?: 'flv'): string[] {
  const shown = ['-show_format', '-show_streams', '-of', 'json']
  return ['-hide_banner', '-loglevel', 'error', ...shown, ...input(file, format)]
}

/** Of a result of our own, which may be a playlist. */
const ownInput = (file: string): string[] => [
  ...(file.endsWith('.m3u8') ? ['-allowed_extensions', 'ALL'] : []),
  ...['-protocol_whitelist', 'file', '-i', `file:${file}`],
]

export function packetArguments(file: string, stream: string): string[] {
  const shown = [
    '-select_streams',
    stream,
    '-show_entries',
    'packet=pts_time,duration_time',
    '-of',
    'csv=p=0',
  ]
  return ['-hide_banner', '-loglevel', 'error', ...shown, ...ownInput(file)]
}

export function silenceArguments(file: string): string[] {
  const filter = ['-map', '0:a:0', '-af', 'silencedetect=n=-85dB:d=0.15', '-f', 'null', '-']
  return [...quiet, '-loglevel', 'info', ...progress, 'pipe:1', ...ownInput(file), ...filter]
}
