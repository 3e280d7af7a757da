import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { ArrivingPart } from '../../ports/blobs.ts'
import { openPart } from './files.ts'

/** Milliseconds that a file stays open after its last part. */
const idleAfter = 2000
/** Bytes written at once, and bytes after which the disk is set to work while more arrive. */
const batchSize = 524_288
const syncSize = 1_572_864

/** A file that parts are written to, from any number of calls at the same time. */
export interface PartFile {
  handle: FileHandle
  /** Resolves once all that was written before this call is on the disk; calls that wait share one sync. */
  sync(): Promise<void>
}

interface Entry {
  file: Promise<PartFile>
  users: number
  idle?: NodeJS.Timeout
}

/** Files of uploads in progress, each opened once and kept open from part to part. */
export function createPartFiles() {
  const opened = new Map<string, Entry>()
  const forget = async (path: string, entry = opened.get(path)): Promise<void> => {
    if (entry === undefined) return
    clearTimeout(entry.idle)
    if (opened.get(path) === entry) opened.delete(path)
    if (entry.users === 0) await entry.file.then(({ handle }) => handle.close()).catch(() => undefined)
  }
  const open = (path: string): Entry => {
    const entry: Entry = { file: openPart(path).then(toPartFile), users: 0 }
    entry.file.catch(() => void forget(path, entry))
    opened.set(path, entry)
    return entry
  }
  return {
    async use<T>(path: string, work: (file: PartFile) => Promise<T>): Promise<T> {
      const entry = opened.get(path) ?? open(path)
      clearTimeout(entry.idle)
      entry.users += 1
      try {
        return await work(await entry.file)
      } finally {
        entry.users -= 1
        if (entry.users === 0) {
          if (opened.get(path) !== entry) await forget(path, entry)
          else entry.idle = setTimeout(() => void forget(path, entry), idleAfter).unref()
        }
      }
    },
    /** Before a file gets another name or goes; whoever still writes to it closes it. */
    forget: (path: string) => forget(path),
  }
}

function toPartFile(handle: FileHandle): PartFile {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    handle,
    sync() {
      next ??= running.then(() => {
        next = undefined
        const syncing = handle.datasync()
        running = syncing.catch(() => undefined)
        return syncing
      })
      return next
    },
  }
}

/** Hashes the pieces as they come, writes them in batches and has the disk begin before the last one is there. */
export async function receivePart(
  file: PartFile,
  part: ArrivingPart,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  const writer = createWriter(file, part.offset)
  let size = 0
  try {
    for await (const piece of untilAborted(part.pieces, part.signal)) {
      hash.update(piece)
      const room = Math.max(0, part.size - size)
      size += piece.byteLength
      await writer.add(piece.byteLength <= room ? piece : piece.subarray(0, room))
    }
  } catch (error) {
    await writer.stop()
    throw error
  }
  await writer.end()
  return { size, digest: hash.digest('hex') }
}

/** Doesn't wait for a piece that never comes. */
async function* untilAborted<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let stop = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  stopped.catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await Promise.race([source.next(), stopped])
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function createWriter(file: PartFile, offset: number) {
  let batch: Uint8Array[] = []
  let waiting = 0
  let at = offset
  let unsynced = 0
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  const flush = (): void => {
    const [pieces, position] = [batch, at]
    at += waiting
    unsynced += waiting
    batch = []
    waiting = 0
    writing = writeAll(file, pieces, position)
    writing.catch(() => undefined)
  }
  return {
    async add(piece: Uint8Array): Promise<void> {
      batch.push(piece)
      waiting += piece.byteLength
      if (waiting < batchSize) return
      await writing
      if (unsynced >= syncSize) {
        unsynced = 0
        syncing = Promise.all([syncing, file.sync()]).then(() => undefined)
        syncing.catch(() => undefined)
      }
      flush()
    },
    /** Nothing of it is being written any more. */
    stop: () => Promise.allSettled([writing, syncing]),
    /** All is on the disk. */
    async end(): Promise<void> {
      await writing
      if (waiting > 0) flush()
      await writing
      await Promise.all([syncing, file.sync()])
    },
  }
}

/** Writes everything at its place, also where the system takes it in several goes. */
export async function writeAll(
  { handle }: PartFile,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<void> {
  let left = pieces.filter(piece => piece.byteLength > 0)
  for (let at = position; left.length > 0; ) {
    let { bytesWritten } = await handle.writev(left, at)
    at += bytesWritten
    left = left.flatMap(piece => {
      const skipped = Math.min(bytesWritten, piece.byteLength)
      bytesWritten -= skipped
      return skipped === piece.byteLength ? [] : [piece.subarray(skipped)]
    })
  }
}
