import type { Stats } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createMakeFolder, isKinoraError, KinoraError } from '@kinora/core'

const readSize = 256 * 1024

export async function exists(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}

/** Makes a folder and those above it, each entry on the disk before this resolves. */
export async function createFolder(path: string): Promise<void> {
  for (const made of await makeFolder(path)) await syncFolder(dirname(made))
}

/** The entries of a folder are data of their own: a rename is durable only once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await withHandle(path, 'r', handle => handle.sync())
}

export async function syncFile(path: string, options: { recursive: boolean }): Promise<void> {
  const facts = await stat(path)
  if (!facts.isDirectory()) return withHandle(path, 'r+', handle => handle.datasync())
  if (options.recursive) for (const name of await readdir(path)) await syncFile(join(path, name), options)
  await syncFolder(path)
}

/** Gives a file another name unless something has it already. Where the disk knows no links it is a plain rename. */
export async function renameExclusive(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['EPERM', 'ENOTSUP', 'ENOSYS'].includes(code)) return rename(source, target)
    const isThere = code === 'EEXIST' || (code === 'ENOENT' && (await exists(target)) !== undefined)
    if (!isThere) throw error
  }
  await rm(source, { force: true })
}

/** An atomic write: a temporary file, fsynced, then renamed; readers see the old object or the new one, never half of it. */
export async function writeAtomic(tmp: string, target: string, bytes: Uint8Array | Blob): Promise<void> {
  const path = join(tmp, crypto.randomUUID())
  try {
    await withHandle(path, 'wx', async handle => {
      if (bytes instanceof Uint8Array) await handle.writeFile(bytes)
      else await handle.writeFile(bytes.stream())
      await handle.datasync()
    })
    await createFolder(dirname(target))
    await rename(path, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/**
 * Opens a file for writing; one that isn't there yet is durably there after. Its folder may go in between, with the last file
 * of another upload.
 */
export async function openPart(path: string): Promise<FileHandle> {
  for (let tries = 1; tries < 5; tries++) {
    try {
      return await openOrMake(path)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return openOrMake(path)
}

/** A recursive mkdir says ENOTDIR where a folder that was there a moment ago has gone. */
const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

async function openOrMake(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await createFolder(dirname(path))
  await open(path, 'wx').then(
    handle => handle.close(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  await syncFolder(dirname(path))
  return open(path, 'r+')
}

/**
 * Reads a range without holding more than one buffer; the file is open only while somebody reads. What fails later than
 * here fails the stream, with the same errors.
 */
export async function readStream(
  key: string,
  path: string,
  range?: { start: number; end: number },
): Promise<ReadableStream<Uint8Array>> {
  const facts = await withErrors(key, () => stat(path))
  if (!facts.isFile()) throw new KinoraError('notFound')
  const end = Math.min(range?.end ?? facts.size, facts.size)
  let at = range?.start ?? 0
  let handle: FileHandle | undefined
  let isLeft = false
  const next = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    handle ??= await open(path, 'r')
    // Whoever cancelled while it was opened had nothing to close yet.
    if (isLeft) return handle.close()
    const piece = await readPiece(handle, at, Math.min(readSize, end - at))
    if (isLeft) return
    at += piece.byteLength
    controller.enqueue(piece)
    if (at < end) return
    await handle.close()
    controller.close()
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (at >= end) return controller.close()
    await withErrors(key, () => next(controller)).catch(async (error: unknown) => {
      await handle?.close()
      throw error
    })
  }
  const cancel = async (): Promise<void> => {
    isLeft = true
    await handle?.close()
  }
  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
}

/** Says what a person can do something about: a full disk, and an object that isn't there; and that nobody waits any more. */
export async function withErrors<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStorageError(key, error)
  }
}

export function toStorageError(key: string, error: unknown): KinoraError {
  if (isKinoraError(error)) return error
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') return new KinoraError('storageFull', { cause: error })
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR')
    return new KinoraError('notFound', { cause: error })
  if (code === 'ABORT_ERR') return new KinoraError('aborted', { cause: error })
  return new KinoraError('server', { cause: new Error(`storing ${key} failed`, { cause: error }) })
}

async function readPiece(handle: FileHandle, at: number, size: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await handle.read(new Uint8Array(size), { position: at })
  if (bytesRead === 0) throw new Error('the object became shorter while it was read')
  return buffer.subarray(0, bytesRead)
}

async function withHandle<T>(
  path: string,
  flags: string,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await open(path, flags)
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

/** Makes a folder and those above it; returns those that weren't there, the outermost first. */
export const makeFolder = createMakeFolder({ mkdir, stat, dirname, resolve })

/** Bytes that are free to everybody on the disk of a folder. */
export async function roomOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
