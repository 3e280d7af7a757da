import { MediaError } from '../../ports/media.ts'
import type { DecodedSource, EncodeTask, Engine, Output, Packet, Rate, Span } from './engine.ts'
import { constantFrameRate } from './plan.ts'

/** What comes out must be what went in: checked before any result counts. */
export async function checkResult(
  engine: Engine,
  task: EncodeTask,
  decoded: DecodedSource,
  signal: AbortSignal | undefined,
): Promise<void> {
  checkSource(task, decoded)
  for (const output of task.outputs) {
    if (output.audio !== undefined) await checkAudio({ engine, task, decoded, output, signal })
    if (output.video !== undefined && output.video !== 'copy')
      await checkVideo({ engine, task, output, signal })
  }
}

/** A source whose end can't be decoded gives a result that is too short: better no result than half of one. */
function checkSource(
  { video, audio, duration, outputs }: EncodeTask,
  { audioEnd, ...decoded }: DecodedSource,
): void {
  const isCopied = outputs.some(output => output.video === 'copy')
  const videoEnd = decoded.videoEnd === undefined ? undefined : decoded.videoEnd + secondsOfOne(video?.rate)
  if (!isCopied && audio?.isTimed !== false) checkWhole(Math.max(videoEnd ?? 0, audioEnd ?? 0), duration)
  if (audio !== undefined) checkWhole(audioEnd ?? 0, audio.end ?? 0)
  if (video !== undefined && !isCopied) checkWhole(videoEnd ?? 0, video.end ?? 0)
}

/** How long a picture is shown: the last one's time says only when it begins. */
const secondsOfOne = (rate: Rate | undefined): number => (rate && rate.num > 0 ? rate.den / rate.num : 0)

/** Seconds that a length counted from bare or damaged frames may be off by. */
const leeway = (seconds: number): number => Math.max(1, seconds * 0.02)

export function checkWhole(made: number, wanted: number): void {
  if (made < wanted - leeway(wanted)) {
    throw new MediaError('unreadable', `only ${made.toFixed(1)} s of ${wanted.toFixed(1)} s could be read`)
  }
}

interface Check {
  engine: Engine
  task: EncodeTask
  output: Output
  signal: AbortSignal | undefined
}

async function checkVideo({ engine, task, output, signal }: Check): Promise<void> {
  const packets = await engine.packets(output.path, 'v:0', signal)
  const shown = endOf(packets) - startOf(packets)
  const one = task.video === undefined ? 0 : secondsOfOne(constantFrameRate(task.video))
  if (Math.abs(shown - task.duration) > TOLERANCE + one)
    throw altered(`the picture takes ${shown.toFixed(2)} s of ${task.duration.toFixed(2)} s`)
}

/** Seconds that a frame of sound and the rounding of a container may add; a picture adds what it is shown for. */
const TOLERANCE = 0.15

async function checkAudio({
  engine,
  task,
  decoded,
  output,
  signal,
}: Check & { decoded: DecodedSource }): Promise<void> {
  const { audio, duration } = task
  if (audio === undefined) return
  const wanted = audio.isTimed ? (decoded.audioEnd ?? duration) : duration
  const packets = await engine.packets(output.path, 'a:0', signal)
  const uneven = packets.findIndex((packet, at) => at > 0 && !follows(packet, packets[at - 1]!))
  if (uneven >= 0) throw altered(`its sound packets are uneven at ${packets[uneven]!.at.toFixed(2)} s`)
  const end = endOf(packets)
  checkWhole(end, wanted)
  if (Math.abs(end - wanted) > (audio.isTimed ? TOLERANCE : leeway(wanted)))
    throw altered(`its sound ends at ${end.toFixed(2)} s and not at ${wanted.toFixed(2)} s`)
  const added = without(await engine.silences(output.path, signal), decoded.silences)
  if (added.length === 0) return
  const [first] = without(added, await gapsOf(engine, task, signal))
  if (first !== undefined)
    throw altered(`its sound is silent from ${first.from.toFixed(2)} s, the source is not`)
}

const FRAME = 1024 / 48_000
const follows = (packet: Packet, before: Packet): boolean => Math.abs(packet.at - before.at - FRAME) < 0.001

const startOf = (packets: readonly Packet[]): number => Math.min(...packets.slice(0, 64).map(({ at }) => at))
const endOf = (packets: readonly Packet[]): number =>
  Math.max(0, ...packets.slice(-64).map(({ at, duration }) => at + duration))

/** Seconds by which a silence may seem to begin or end elsewhere. */
const EDGE = 0.1

/** The spans that none of the others covers. */
const without = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  spans.filter(({ from, to }) => !others.some(other => other.from - EDGE <= from && to <= other.to + EDGE))

/** Where the source has no sound at all: before its first packet, and between two. */
async function gapsOf(
  engine: Engine,
  { source, audio, start }: EncodeTask,
  signal: AbortSignal | undefined,
): Promise<Span[]> {
  if (audio === undefined) return []
  const times = (await engine.packets(source, String(audio.index), signal)).map(({ at }) => at - start)
  const steps = times.slice(1).map((time, at) => time - times[at]!)
  // A container lets the last packet before a gap last through it, so that only the distance tells.
  const usual = steps.toSorted((one, other) => one - other)[steps.length >> 1] ?? 0
  const before = { from: 0, to: times[0] ?? 0 }
  return [before, ...steps.map((step, at) => ({ from: times[at]! + usual, to: times[at]! + step }))].filter(
    ({ from, to }) => to - from > EDGE,
  )
}

const altered = (detail: string): MediaError => new MediaError('altered', detail)
