import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cancelledBy, MediaError, type StepOptions } from '../../ports/media.ts'
import type { EncodeTask, Engine, EngineOptions, Inspection } from './engine.ts'
import { checkResult } from './whole.ts'

/**
 * Milliseconds that looking at a file may take: a film of hours takes one second, a hostile file as long as it is let. A
 * machine without time for it takes as long as well, so that the end of it is worth another try (law 17, C-137).
 */
const PROBE_TIMEOUT = 60_000

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
  const late = AbortSignal.timeout(PROBE_TIMEOUT)
  const both = signal === undefined ? late : AbortSignal.any([signal, late])
  try {
    return await engine.inspect(file, both)
  } catch (error) {
    if (late.aborted && signal?.aborted !== true)
      throw new MediaError('failed', 'looking at it took too long', { cause: late.reason })
    throw error
  }
}

export async function encode(engine: Engine, task: EncodeTask, options: EngineOptions): Promise<void> {
  for (const output of task.outputs) await mkdir(dirname(output.path), { recursive: true })
  const decoded = await engine.encode(task, options)
  await checkResult(engine, task, decoded, options.signal)
}

function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelledBy(signal)
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

/** Refuses what no demuxer needs to see: a missing, empty or cut-off file. */
async function checkFile(file: string): Promise<void> {
  const facts = await stat(file).catch((cause: unknown) => {
    throw new MediaError('missing', 'the stored file is not there', { cause })
  })
  if (!facts.isFile()) throw new MediaError('unreadable', 'not a file')
  if (facts.size === 0) throw new MediaError('unreadable', 'the file is empty')
  if (await isCutOff(file, facts.size)) throw new MediaError('unreadable', 'the file ends in the middle')
}

/** No film has more; a file of nothing but empty boxes would take hours to walk. */
const MAX_BOXES = 200_000
/** Small boxes that follow each other are read together. */
const WINDOW = 4096

/** Walks the top boxes of an MP4: one that reaches beyond the end of the file means that the rest is missing. */
async function isCutOff(file: string, size: number): Promise<boolean> {
  const handle = await open(file)
  try {
    const read = readerOf(handle)
    let at = 0
    for (let count = 0; at < size; count++) {
      const header = await read(at)
      const type = header.toString('latin1', 4, 8)
      if (at === 0 && type !== 'ftyp') return false
      const length = boxLength(header, size - at)
      if (length < 8) return false
      if (count >= MAX_BOXES) throw new MediaError('unreadable', 'it has too many boxes')
      at += length
      if (at > size) return type === 'mdat' || type === 'moov' || type === 'moof'
    }
    return false
  } finally {
    await handle.close()
  }
}

/** Gives 16 bytes, less at the end of the file. */
function readerOf(handle: FileHandle): (at: number) => Promise<Buffer> {
  const window = Buffer.alloc(WINDOW)
  let [start, length] = [0, 0]
  return async at => {
    if (at < start || at + 16 > start + length) {
      start = at
      length = (await handle.read(window, 0, WINDOW, at)).bytesRead
    }
    return window.subarray(at - start, Math.min(at - start + 16, length))
  }
}

function boxLength(header: Buffer, rest: number): number {
  if (header.length < 8) return 0
  const short = header.readUInt32BE(0)
  if (short === 0) return rest
  if (short !== 1) return short
  return header.length === 16 ? Number(header.readBigUInt64BE(8)) : 0
}

/**
 * Writes atomically: makes a file beside its target and renames it when it is whole. The name of the work folder is fixed, so
 * that the run after a crash finds and removes what the crashed one left.
 */
export async function makeFile<T>(
  target: string,
  signal: AbortSignal | undefined,
  make: (path: string) => Promise<T>,
): Promise<T> {
  return inWorkFolder(target, async folder => {
    const path = join(folder, basename(target))
    const result = await make(path)
    checkAborted(signal)
    await rename(path, target)
    return result
  })
}

/** The same for a folder: the old one makes way only when the new one is whole. */
export async function makeFolder<T>(
  target: string,
  signal: AbortSignal | undefined,
  make: (folder: string) => Promise<T>,
): Promise<T> {
  const old = `${target}.old`
  return inWorkFolder(target, async work => {
    const folder = join(work, basename(target))
    await mkdir(folder)
    const result = await make(folder)
    checkAborted(signal)
    await rm(old, { recursive: true, force: true })
    await rename(target, old).catch(ignoreMissing)
    await rename(folder, target)
    await rm(old, { recursive: true, force: true })
    return result
  })
}

/** Every file below a folder, by path inside it, sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return files.map(file => file.slice(folder.length + 1).replaceAll('\\', '/')).sort()
}

async function inWorkFolder<T>(target: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dirname(target), `${basename(target)}.partial`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    return await make(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function ignoreMissing(cause: unknown): void {
  if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
}
