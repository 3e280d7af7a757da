import {
  type EncodeTask,
  formats,
  type LoudnessTask,
  type Output,
  type StillTask,
  type Track,
} from '../media/engine.ts'

const quiet = ['-hide_banner', '-nostdin', '-y']

/** A plain file of a known kind, and nothing that it may point to. */
function input(file: string, format?: string): string[] {
  const forced = format === undefined ? [] : ['-f', format]
  const allowed = ['-protocol_whitelist', 'file', '-format_whitelist', format ?? formats]
  return [...forced, ...allowed, '-i', `file:${file}`]
}

/** Everything in one run: the source is read and decoded once for all outputs. */
export function encodeArguments(task: EncodeTask): string[] {
  const graph: string[] = []
  const maps = task.outputs.map((output, at) => outputArguments(task, output, { at, graph }))
  const complex = graph.length === 0 ? [] : ['-filter_complex', [...splits(task), ...graph].join(';')]
  return [
    ...quiet,
    '-loglevel',
    'warning',
    '-progress',
    'pipe:1',
    ...input(task.source),
    ...complex,
    ...maps.flat(),
  ]
}

/** `[0:0]split=3[v0][v1][v3]`: one copy of the stream for each output that encodes it. */
function splits({ outputs, video, audio }: EncodeTask): string[] {
  const copies = (kind: 'video' | 'audio') =>
    outputs.flatMap((output, at) => (isTrack(output[kind]) ? [`[${kind}${at}]`] : []))
  const split = (kind: 'video' | 'audio', name: string, index: number | undefined) => {
    const labels = copies(kind)
    return labels.length === 0 ? [] : [`[0:${index}]${name}=${labels.length}${labels.join('')}`]
  }
  return [...split('video', 'split', video?.index), ...split('audio', 'asplit', audio?.index)]
}

function outputArguments(
  task: EncodeTask,
  output: Output,
  { at, graph }: { at: number; graph: string[] },
): string[] {
  const encoded = (kind: 'video' | 'audio', track: Track) => {
    graph.push(`[${kind}${at}]${track.filter}[${kind}${at}out]`)
    const letter = kind === 'video' ? 'v' : 'a'
    const options = Object.entries(track.options).flatMap(([name, value]) => [`-${name}:${letter}`, value])
    return ['-map', `[${kind}${at}out]`, `-c:${letter}`, track.codec, ...options]
  }
  const video = isTrack(output.video) ? encoded('video', output.video) : []
  const copied = output.video === 'copy' ? ['-map', `0:${task.video!.index}`, '-c:v', 'copy'] : []
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
    ...input(source, format),
    ...picture,
    '-f',
    'image2',
    '-update',
    '1',
    target,
  ]
}

export function loudnessArguments({ source, audio, filter }: LoudnessTask): string[] {
  const sound = ['-map', `0:${audio.index}`, '-af', filter, '-f', 'null', '-']
  return [...quiet, '-loglevel', 'info', '-nostats', '-progress', 'pipe:1', ...input(source), ...sound]
}

export function probeArguments(file: string): string[] {
  const shown = ['-show_format', '-show_streams', '-of', 'json']
  return ['-hide_banner', '-loglevel', 'error', ...shown, ...input(file)]
}
