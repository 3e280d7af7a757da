import { constants } from 'node:fs'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import { openPart } from '../files.ts'

/** Milliseconds that a file stays open after its last part. */
const idleAfter = 2000

/** A file that parts are written to, from any number of calls at the same time. */
export interface PartFile {
  handle: FileHandle
  /** Whole pages past the system's cache; false where the disk doesn't take them so, they are then to be written again. */
  writeDirect(pages: Uint8Array, position: number): Promise<boolean>
  /** Resolves once all that was written before this call is on the disk; calls that wait share one sync. */
  sync(): Promise<void>
  close(): Promise<void>
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
    if (entry.users === 0) await entry.file.then(file => file.close()).catch(() => undefined)
  }
  const open = (path: string): Entry => {
    const entry: Entry = { file: openPartFile(path), users: 0 }
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
    /** Before a file gets another name or goes; its last writer closes it. */
    forget: (path: string) => forget(path),
  }
}

async function openPartFile(path: string): Promise<PartFile> {
  const handle = await openPart(path)
  const direct = await openDirect(path).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  let isFit = direct !== undefined
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    handle,
    async writeDirect(pages, position) {
      if (direct === undefined || !isFit) return false
      try {
        await writeAll(direct, pages, position)
        return true
      } catch (error) {
        if (!isUnfit(error)) throw error
        // It stays open: other calls may be writing to it.
        isFit = false
        return false
      }
    },
    sync() {
      next ??= running.then(() => {
        next = undefined
        const syncing = handle.datasync()
        running = syncing.catch(() => undefined)
        return syncing
      })
      return next
    },
    async close() {
      await Promise.all([handle.close(), direct?.close()])
    },
  }
}

/** Undefined where the system or the disk knows no such thing. */
async function openDirect(path: string): Promise<FileHandle | undefined> {
  const flag: number | undefined = constants.O_DIRECT
  if (flag === undefined) return undefined
  return openFile(path, constants.O_RDWR | flag).catch((error: unknown) => {
    if (!isUnfit(error)) throw error
    return undefined
  })
}

const isUnfit = (error: unknown): boolean =>
  ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Writes everything at its place, also where the system takes it in several goes. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, position + done)
    done += bytesWritten
  }
}

/** Bytes of a block, and what a disk wants their place in memory and in the file to be a multiple of. */
export const BLOCK = 1_048_576
export const PAGE = 4096
const AT_ONCE = 16

export type Block = Uint8Array<ArrayBuffer>

export interface Blocks {
  take(): Block
  give(block: Block): void
}

/**
 * Memory that begins where a page begins, as writing past the system's cache asks for. Node says of no other memory
 * where it lies than of WebAssembly's, whose pages are the system's. What nobody has touched yet is none.
 */
export function createBlocks(): Blocks {
  const free: Block[] = []
  const pages = (AT_ONCE * BLOCK) / 65_536
  const more = (): void => {
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages })
    for (let count = 0; count < AT_ONCE; count++) free.push(new Uint8Array(buffer, count * BLOCK, BLOCK))
  }
  return {
    take() {
      if (free.length === 0) more()
      return free.pop()!
    },
    give: block => void free.push(block),
  }
}
