import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { ArrivingPart } from '../../ports/blobs.ts'
import { openPart } from './files.ts'

/** Milliseconds that a file stays open after its last part. */
const idleAfter = 2000
/** Bytes after which the disk is set to work while more arrive. */
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

/** Hashes each piece while it is being written, and has the disk begin before the last one is there. */
export async function receivePart(
  file: PartFile,
  part: ArrivingPart,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  let size = 0
  let unsynced = 0
  let syncing: Promise<void> = Promise.resolve()
  const sync = (): void => {
    unsynced = 0
    syncing = Promise.all([syncing, file.sync()]).then(() => undefined)
    syncing.catch(() => undefined)
  }
  try {
    for await (const piece of untilAborted(part.pieces, part.signal)) {
      const room = Math.max(0, part.size - size)
      const writing = writeAll(file, piece.subarray(0, room), part.offset + size)
      hash.update(piece)
      size += piece.byteLength
      unsynced += piece.byteLength
      await writing
      if (unsynced >= syncSize && size < part.size) sync()
    }
  } catch (error) {
    await syncing.catch(() => undefined)
    throw error
  }
  sync()
  await syncing
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

/** Writes everything at its place, also where the system takes it in several goes. */
export async function writeAll({ handle }: PartFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, position + done)
    done += bytesWritten
  }
}
