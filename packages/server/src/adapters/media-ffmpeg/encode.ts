import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MediaError, type StepOptions } from '../../ports/media.ts'
import { checkFile } from './container.ts'
import type { EncodeTask, Engine, EngineOptions, Inspection } from './engine.ts'
import { checkResult } from './whole.ts'

/** Milliseconds that looking at a file may take: a film of hours takes one second, a hostile file as long as it is let. */
const PATIENCE = 60_000

/** What the file holds, once it is sure that a title can be made of it. */
export async function inspect(engine: Engine, file: string, signal?: AbortSignal): Promise<Inspection> {
  checkAborted(signal)
  await checkFile(file)
  const found = await lookAt(engine, file, signal)
  const { video, audio, duration } = found
  if (video === undefined && audio === undefined)
    throw new MediaError('unreadable', 'neither picture nor sound')
  if (!(duration > 0)) throw new MediaError('unreadable', 'it has no duration')
  if (video !== undefined && !(video.width > 0 && video.height > 0)) {
    throw new MediaError('unreadable', 'its picture has no size')
  }
  return found
}

async function lookAt(engine: Engine, file: string, signal: AbortSignal | undefined): Promise<Inspection> {
  const late = AbortSignal.timeout(PATIENCE)
  const both = signal === undefined ? late : AbortSignal.any([signal, late])
  try {
    return await engine.inspect(file, both)
  } catch (error) {
    if (late.aborted && signal?.aborted !== true)
      throw new MediaError('unreadable', 'looking at it took too long')
    throw error
  }
}

export async function encode(engine: Engine, task: EncodeTask, options: EngineOptions): Promise<void> {
  for (const output of task.outputs) await mkdir(dirname(output.path), { recursive: true })
  const heard = await engine.encode(task, options)
  await checkResult(engine, task, heard, options.signal)
}

export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new MediaError('cancelled', 'aborted')
}

interface Portion {
  from: number
  to: number
  duration: number
}

/**
 * Turns seconds of the source into the part of the step's progress that this run stands for; never falling. It is told
 * as long as the seconds grow, so that silence means that nothing moves.
 */
export function portion({ from, to, duration }: Portion, { signal, onProgress }: StepOptions): EngineOptions {
  let last = 0
  const onTime = (seconds: number): void => {
    if (seconds <= last) return
    last = seconds
    onProgress?.(from + (to - from) * Math.min(0.99, seconds / duration))
  }
  return { signal, onTime }
}
