import { type Loudness, MediaError } from '../../ports/media.ts'
import type { AudioStream } from './engine.ts'
import { steadySound } from './plan.ts'

/** VIDEO-05: where EBU R128 normalising brings the sound to. */
const goal = 'loudnorm=I=-16:TP=-1.5:LRA=11'

export const measuringFilter = (audio: AudioStream): string =>
  `${steadySound(audio)},${goal}:print_format=json`

export interface LoudnessReport {
  measured: Loudness
  threshold: number
  offset: number
}

/** Reads the report of the first pass from what FFmpeg printed; undefined for silence, which no gain can lift. */
export function parseLoudness(printed: string): LoudnessReport | undefined {
  const block = /\{[^{}]*"input_i"[^{}]*\}/.exec(printed)?.[0]
  if (block === undefined) throw new MediaError('failed', 'the loudness was not reported', { log: printed })
  const values = JSON.parse(block) as Record<string, string | undefined>
  const [integrated, range, truePeak, threshold, offset] = [
    values.input_i,
    values.input_lra,
    values.input_tp,
    values.input_thresh,
    values.target_offset,
  ].map(Number) as [number, number, number, number, number]
  if (![integrated, range, truePeak, threshold, offset].every(Number.isFinite)) return undefined
  return integrated <= -70 ? undefined : { measured: { integrated, range, truePeak }, threshold, offset }
}

/** The second pass, told what the first one heard, so that one gain fits all wherever the peaks leave room. */
export function secondPass({ measured, threshold, offset }: LoudnessReport): string {
  const heard = `measured_I=${measured.integrated}:measured_TP=${measured.truePeak}:measured_LRA=${measured.range}`
  return `${goal}:${heard}:measured_thresh=${threshold}:offset=${offset}:linear=true,`
}
