import { posix } from 'node:path'
import { isKinoraError, KinoraError } from '@kinora/core'
import type { ByteSource } from '@kinora/core/media'
import { FileStoreAway, type FileStorePort } from '../ports/file-store.ts'
import type { Log } from '../ports/runtime.ts'
import { explainRefusal, statusOf, toStoreError } from './blobs-s3/errors.ts'
import { openReading, type Range } from './blobs-s3/read.ts'
import { OF_FILE_STORE } from './blobs-s3/settings.ts'
import { openStore, type Store, type StorePlace, type Version } from './blobs-s3/store.ts'
import { folderOf } from './file-store-folder.ts'

/** Objects, hidden ones among them, with which counting ends: a store lists a thousand at a time, and people wait for the number. */
const MAX_LISTED = 10_000
/** Milliseconds that people wait for the number. */
const LOOK_TIMEOUT = 5000
/** Milliseconds of one read: less than whoever checks a file waits, since a store that is slow says nothing of the file. */
const READ_TIMEOUT = 50_000
/** Bytes that are read at once at most: an index of a film may be as large, anything else comes in parts. */
const HELD_MAX = 134_217_728

/**
 * The file store as a prefix of a bucket, below which each owner has a prefix, as it has a folder on a disk. It only reads and lists.
 * A bucket that isn't there or that the key may not list throws `invalid` with how to mend it; one that doesn't answer stops no start.
 */
export async function openS3FileStore(
  place: StorePlace,
  log: Log,
): Promise<FileStorePort & { close(): void }> {
  const store = openStore(place)
  const fileStore = createS3FileStore(store, place, log)
  try {
    await assertListed(store, { place, below: 'tenants/' })
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'offline') {
      store.close()
      throw error
    }
    log.warn({ err: error }, 'file store')
  }
  return { ...fileStore, close: store.close }
}

function createS3FileStore(store: Store, place: StorePlace, log: Log): FileStorePort {
  return {
    folderOf,
    async isReachable(owner) {
      try {
        await assertListed(store, { place, below: `${folderOf(owner)}/` })
        return true
      } catch (error) {
        if (isKinoraError(error) && error.code === 'offline') throw new FileStoreAway(error)
        log.warn({ err: error }, 'file store')
        return false
      }
    },
    async look(owner) {
      try {
        return { files: await countFiles(store, `${folderOf(owner)}/`, AbortSignal.timeout(LOOK_TIMEOUT)) }
      } catch {
        return undefined
      }
    },
    async open(owner, path, signal) {
      const key = keyOf(folderOf(owner), path)
      const found = await findComposed(store, key, signal).catch((error: unknown) => {
        throw toOpenError(error)
      })
      if (found === undefined) throw new KinoraError('notFound')
      const { object, etag } = found
      const below = object.key.slice(folderOf(owner).length + 1)
      return {
        path: below,
        name: posix.basename(below),
        size: object.size,
        modified: object.changedAt.getTime(),
        blob: toSource({ store, key: object.key, etag, signal }, { start: 0, end: object.size }),
      }
    },
  }
}

/** The key of a path below an owner's folder. Throws `notFound` where the path leads elsewhere. */
function keyOf(folder: string, path: string): string {
  const key = posix.resolve('/', folder, path.replaceAll('\\', '/')).slice(1)
  if (path.includes('\0') || !key.startsWith(`${folder}/`)) throw new KinoraError('notFound')
  return key
}

/** The object as its name is composed, or else the one that reads the same: who lays files down from macOS may have decomposed them. */
async function findComposed(
  store: Store,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Version | undefined> {
  const exact = await store.version(key, signal)
  if (exact !== undefined) return exact
  const others = new Set([key.normalize('NFC'), key.normalize('NFD')])
  others.delete(key)
  const found = await Promise.all([...others].map(each => store.version(each, signal)))
  const [one, another] = found.filter(each => each !== undefined)
  return another === undefined ? one : undefined
}

interface Source {
  store: Store
  key: string
  etag: string | undefined
  signal: AbortSignal | undefined
}

/** A part of one version of an object. Each read is one request, which ends with it. */
function toSource(source: Source, { start, end }: { start: number; end: number }): ByteSource {
  const size = end - start
  const within = (at: number) => start + Math.min(Math.max(at, 0), size)
  return {
    size,
    slice: (from, to) => toSource(source, { start: within(from), end: Math.max(within(from), within(to)) }),
    async arrayBuffer() {
      if (size > HELD_MAX) throw new Error(`${source.key} is too large to be read at once`)
      return size === 0 ? new ArrayBuffer(0) : read(source, { start, end })
    },
  }
}

/** The bytes of one request, held once. */
async function read({ store, key, etag, signal: leaving }: Source, range: Range): Promise<ArrayBuffer> {
  const late = AbortSignal.timeout(READ_TIMEOUT)
  const signal = leaving === undefined ? late : AbortSignal.any([leaving, late])
  const bytes = new Uint8Array(range.end - range.start)
  let at = 0
  try {
    const { pieces } = await openReading(store, key, { range, etag, signal })
    for await (const piece of pieces) {
      if (at + piece.byteLength <= bytes.byteLength) bytes.set(piece, at)
      at += piece.byteLength
    }
  } catch (error) {
    if (late.aborted && !leaving?.aborted) throw new FileStoreAway(error)
    throw toReadError(error, key)
  }
  if (at !== bytes.byteLength) throw changed(key)
  return bytes.buffer
}

/** Files at any depth; hidden ones, and objects that stand for a folder, don't count. */
async function countFiles(store: Store, folder: string, signal: AbortSignal): Promise<number> {
  let files = 0
  let listed = 0
  for await (const { key } of store.list(folder, signal)) {
    listed += 1
    if (listed > MAX_LISTED) break
    if (key.endsWith('/') || key.slice(folder.length).split('/').some(isHidden)) continue
    files += 1
  }
  return files
}

const isHidden = (name: string): boolean => name.startsWith('.')

/** Throws `offline` where nobody answers just now, and `invalid` with how to mend it where the setting is wrong. */
async function assertListed(
  store: Store,
  { place, below }: { place: StorePlace; below: string },
): Promise<void> {
  try {
    for await (const _ of store.list(below)) return
  } catch (error) {
    if (isForNow(error)) throw new FileStoreAway(error)
    const { bucket, endpoint, isApart = false } = place
    const of = isApart ? OF_FILE_STORE : ''
    throw explainRefusal(error, { bucket, endpoint, act: 'list', setting: 'KINORA_FILE_STORE', of })
  }
}

/** What a store says that is busy or broken, as against one that refuses. */
function isForNow(error: unknown): boolean {
  const status = statusOf(toStoreError(error).cause) ?? 0
  return status >= 500 || status === 429
}

const changed = (key: string, cause?: unknown): Error =>
  new Error(`${key} was changed while it was read`, { cause })

function toOpenError(error: unknown): KinoraError {
  const { code, cause } = toStoreError(error)
  if (code === 'aborted') return new KinoraError('aborted', { cause })
  const status = statusOf(cause)
  if (status === 401 || status === 403) return new KinoraError('forbidden', { cause })
  // A name that a store can’t have is answered by 400.
  return (status === 404 || status === 400) && !isForNow(error)
    ? new KinoraError('notFound', { cause })
    : new FileStoreAway(cause)
}

function toReadError(error: unknown, key: string): Error {
  const { code, cause } = toStoreError(error)
  const status = statusOf(cause)
  // Gone, another version, or shorter than it was.
  if (status === 404 || status === 412 || status === 416) return changed(key, cause)
  if (code === 'aborted') return new KinoraError('aborted', { cause })
  if (status === 401 || status === 403) return new KinoraError('forbidden', { cause })
  return new FileStoreAway(cause)
}
