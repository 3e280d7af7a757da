import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MediaPort } from '../../ports/media.ts'
import {
  encodeArguments,
  feedArguments,
  loudnessArguments,
  packetArguments,
  probeArguments,
  silenceArguments,
  stillArguments,
} from './arguments.ts'
import type { Engine, Span } from './engine.ts'
import { parseInspection } from './inspect.ts'
import { createLive } from './live.ts'
import { run } from './program.ts'
import { createMedia, type Measure } from './steps.ts'

interface FfmpegOptions {
  measure?: Measure
  /** How far what takes minutes gives way to the server: 0, not at all, to 19. */
  niceness?: number
}

/** The port on an installed ffmpeg and its ffprobe; undefined where they are absent or lack what the steps need. */
export async function createFfmpegMedia(
  program = 'ffmpeg',
  { measure, niceness = 0 }: FfmpegOptions = {},
): Promise<MediaPort | undefined> {
  const prober = program === 'ffmpeg' ? 'ffprobe' : join(dirname(program), 'ffprobe')
  const print = (name: string, ...args: string[]) => printed(name, args).catch(() => '')
  const version = await print(prober, '-version')
  if (version === '') return undefined
  const [codecs, filters] = await Promise.all([
    print(program, '-hide_banner', '-codecs'),
    print(program, '-hide_banner', '-filters'),
  ])
  const encoders = encodersOf(codecs)
  const needed = ['libx264', 'aac', 'mjpeg'].every(name => encoders.has(name))
  const filtered = ['loudnorm', 'thumbnail', 'signalstats', 'silencedetect', 'tonemap', 'zscale'].every(
    name => new RegExp(`\\b${name}\\b`).test(filters),
  )
  if (!needed || !filtered) return undefined
  const number = /version n?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? /version (\S+)/.exec(version)?.[1] ?? ''
  const decodable = new Set([...codecs.matchAll(/^ D\S{5} (\S+)/gm)].map(([, codec]) => codec!))
  const programs = { program, prober, niceness, name: `ffmpeg ${number}`.trim(), decodable }
  const look = async (file: string, signal?: AbortSignal) =>
    parseInspection(await printed(prober, probeArguments(file, 'flv'), signal), decodable)
  return { ...createMedia(createEngine(programs), measure), live: createLive({ program, look }) }
}

/** A codec whose one encoder has its own name is listed without it. */
function encodersOf(codecs: string): ReadonlySet<string> {
  const encoded = [...codecs.matchAll(/^ .E\S{4} (\S+)(?:.*\(encoders: ([^)]*)\))?/gm)]
  return new Set(encoded.flatMap(([, codec, listed]) => listed?.trim().split(' ') ?? [codec!]))
}

interface Programs {
  program: string
  prober: string
  name: string
  niceness: number
  decodable: ReadonlySet<string>
}

function createEngine({ program, prober, name, niceness, decodable }: Programs): Engine {
  return {
    name,
    inspect: async (file, signal) =>
      parseInspection(await printed(prober, probeArguments(file), signal), decodable),
    encode: async (task, { signal, onTime }) => {
      const ends: { picture?: number; sound?: number } = {}
      const silences = createSilences()
      await run(program, encodeArguments(task), {
        signal,
        niceness,
        feeds: feedArguments(task),
        onOutput: readProgress(onTime),
        onFeed: {
          picture: readProgress(seconds => (ends.picture = seconds)),
          sound: readProgress(seconds => (ends.sound = seconds)),
        },
        onLine: silences.read,
      })
      return { videoEnd: ends.picture, audioEnd: ends.sound, silences: silences.found() }
    },
    still: async (task, { signal }) => {
      await run(program, stillArguments(task), { signal })
      return stat(task.target).then(
        facts => facts.size > 0,
        () => false,
      )
    },
    loudness: (task, { signal, onTime }) => {
      const { args, feeds } = loudnessArguments(task)
      return run(program, args, { signal, niceness, feeds, onOutput: readProgress(onTime) })
    },
    packets: async (file, stream, signal) =>
      (await printed(prober, packetArguments(file, stream), signal))
        .split('\n')
        .map(line => line.split(',').map(Number.parseFloat))
        .flatMap(([at, duration]) => (Number.isFinite(at) ? [{ at: at!, duration: duration || 0 }] : [])),
    silences: async (file, signal) => {
      const silences = createSilences()
      await run(program, silenceArguments(file), { signal, onLine: silences.read })
      return silences.found()
    },
  }
}

/** Reads what `silencedetect` says. One that was begun and not ended goes on to the next, or to the end of the sound. */
function createSilences() {
  const found: Span[] = []
  return {
    read: (line: string): void => {
      const [, edge, seconds] = /silence_(start|end): (-?[\d.e+-]+)/.exec(line) ?? []
      if (edge === 'start') found.push({ from: Number(seconds), to: Number.POSITIVE_INFINITY })
      else if (edge === 'end' && found.length > 0)
        found.push({ from: found.pop()!.from, to: Number(seconds) })
    },
    found: (): Span[] => found,
  }
}

async function printed(program: string, args: string[], signal?: AbortSignal): Promise<string> {
  let text = ''
  await run(program, args, {
    signal,
    looks: true,
    onOutput: part => {
      text += part
    },
  })
  return text
}

/** `-progress` prints blocks of `key=value`; `out_time_us` is where the slowest output stands. */
function readProgress(onTime: ((seconds: number) => void) | undefined): (text: string) => void {
  let rest = ''
  return text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const time = /^out_time_us=(\d+)/.exec(line)?.[1]
      if (time !== undefined) onTime?.(Number(time) / 1e6)
    }
  }
}
