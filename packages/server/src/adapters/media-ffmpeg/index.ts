import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MediaPort } from '../../ports/media.ts'
import type { Engine } from '../media/engine.ts'
import type { Measure } from '../media/measure.ts'
import { createMedia } from '../media/steps.ts'
import { encodeArguments, loudnessArguments, probeArguments, stillArguments } from './arguments.ts'
import { parseInspection } from './inspect.ts'
import { run } from './program.ts'

/** The port on an installed ffmpeg and its ffprobe; undefined where they are absent or lack what the steps need. */
export async function createFfmpegMedia(
  program = 'ffmpeg',
  measure?: Measure,
): Promise<MediaPort | undefined> {
  const prober = program === 'ffmpeg' ? 'ffprobe' : join(dirname(program), 'ffprobe')
  const print = (name: string, ...args: string[]) => printed(name, args).catch(() => '')
  const [version, encoders, filters, probe] = await Promise.all([
    print(program, '-version'),
    print(program, '-hide_banner', '-encoders'),
    print(program, '-hide_banner', '-filters'),
    print(prober, '-version'),
  ])
  const needed = [/\blibx264\b/, /\baac\b/, /\bmjpeg\b/].every(name => name.test(encoders))
  const heard = [/\bloudnorm\b/, /\bthumbnail\b/, /\bsignalstats\b/].every(name => name.test(filters))
  if (!needed || !heard || probe === '') return undefined
  const number = /version n?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? /version (\S+)/.exec(version)?.[1] ?? ''
  return createMedia(createEngine({ program, prober, name: `ffmpeg ${number}`.trim() }), measure)
}

function createEngine({ program, prober, name }: { program: string; prober: string; name: string }): Engine {
  return {
    name,
    inspect: async (file, signal) => parseInspection(await printed(prober, probeArguments(file), signal)),
    encode: async (task, { signal, onTime }) => {
      await run(program, encodeArguments(task), { signal, onOutput: readProgress(onTime) })
    },
    still: async (task, { signal }) => {
      await run(program, stillArguments(task), { signal })
      return stat(task.target).then(
        facts => facts.size > 0,
        () => false,
      )
    },
    loudness: (task, { signal, onTime }) =>
      run(program, loudnessArguments(task), { signal, onOutput: readProgress(onTime) }),
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
