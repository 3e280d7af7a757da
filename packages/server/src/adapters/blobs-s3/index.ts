import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isKinoraError, KinoraError } from '@kinora/core'
import type { BlobPort, StoredObject } from '../../ports/blobs.ts'
import { isFolderKey, segmentsOf } from '../blob-keys.ts'
import { eachOf } from '../each-of.ts'
import { createFolder, makeFolder, roomOf, withErrors } from '../files.ts'
import { storeUnavailable } from './errors.ts'
import { createParts, digestsOf, objectKey, REQUESTS, removeAll, slices } from './parts.ts'
import { openReading, toStream } from './read.ts'
import { PIECE, type Store } from './store.ts'

/** Milliseconds after which nobody stores an object in pieces any more. */
const ABANDONED = 86_400_000

/**
 * Objects in a store that speaks S3, below `objects/`, parts of uploads below `parts/`; the pipeline's working folders and what is
 * fetched for ffmpeg lie below `folder` on a disk of this machine.
 */
export async function createS3Blobs(store: Store, folder: string): Promise<BlobPort> {
  const folders = { scratch: join(folder, 'scratch'), fetched: join(folder, 'tmp') }
  await rm(folders.fetched, { recursive: true, force: true })
  for (const each of Object.values(folders)) await createFolder(each)
  /** A store says of an object that is gone what it says of a bucket that is. */
  const unlessStoreMissing = async <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      if (isKinoraError(error) && error.code === 'notFound') await assertThere(store)
      throw error
    })
  const head = async (key: string): Promise<StoredObject | undefined> => {
    const found = await store.head(objectKey(key))
    if (found === undefined) await assertThere(store)
    return found
  }
  const known = async (key: string): Promise<StoredObject> => {
    const found = await head(key)
    if (found === undefined) throw new KinoraError('notFound')
    return found
  }
  async function* list(key: string): AsyncGenerator<StoredObject> {
    let isAny = false
    const found = isFolderKey(key) ? store.list(objectKey(key)) : [await store.head(objectKey(key))]
    for await (const each of found) {
      if (each === undefined) continue
      isAny = true
      yield { ...each, key: each.key.slice('objects/'.length) }
    }
    if (!isAny) await assertThere(store)
  }
  return {
    async put(key, bytes) {
      const name = objectKey(key)
      if (bytes instanceof Uint8Array) return store.put(name, bytes)
      const read = async (start: number, end: number) => buffer(bytes.slice(start, end).stream())
      if (bytes.size <= PIECE) return store.put(name, await read(0, bytes.size))
      await store.putPieces(name, slices(bytes.size, read))
    },
    size: async key => (await head(key))?.size,
    async read(key, range) {
      return toStream(
        await unlessStoreMissing(openReading(store, objectKey(key), { ...(range && { range }) })),
      )
    },
    async touch(key) {
      const found = await head(key)
      if (found !== undefined) await store.copy(objectKey(key), objectKey(key), found.size)
      return found !== undefined
    },
    async digest(key, signal) {
      return (await unlessStoreMissing(digestsOf(store, objectKey(key), Number.POSITIVE_INFINITY, signal)))
        .whole
    },
    async digests(key, partSize, signal) {
      return unlessStoreMissing(digestsOf(store, objectKey(key), partSize, signal))
    },
    async copy(from, to) {
      if (isFolderKey(from)) return copyBelow(store, list(from), { from, to })
      const { size } = await known(from)
      await store.copy(objectKey(from), objectKey(to), size)
    },
    list,
    async remove(key) {
      if (isFolderKey(key)) await removeAll(store, objectKey(key))
      else await store.delete(objectKey(key))
    },
    parts: createParts(store),
    async local(key) {
      const path = join(folders.fetched, crypto.randomUUID())
      const release = () => rm(path, { force: true })
      const { pieces } = await unlessStoreMissing(openReading(store, objectKey(key)))
      await withErrors(key, () => pipeline(pieces, createWriteStream(path, { flags: 'wx' }))).catch(
        async (error: unknown) => {
          await release()
          throw error
        },
      )
      return { path, release }
    },
    async scratch(name) {
      const path = join(folders.scratch, ...segmentsOf(name))
      await withErrors(name, () => makeFolder(path))
      return { path, discard: () => rm(path, { recursive: true, force: true }) }
    },
    async adopt(prefix, from) {
      const target = objectKey(prefix)
      const files = await withErrors(prefix, () => filesOf(from))
      await removeAll(store, target)
      await inOrder(files, ({ path, size }) =>
        storeFile(store, `${target}${path}`, { path: join(from, path), size }),
      )
      await rm(from, { recursive: true, force: true })
    },
    addressOf: (key, lasts) => store.address(objectKey(key), lasts),
    /** A store has no end that it would tell; it throws where the store isn't there. */
    async free() {
      await assertThere(store)
      return undefined
    },
    room: () => roomOf(folders.scratch),
  }
}

async function assertThere(store: Store): Promise<void> {
  if ((await store.head(store.markKey)) === undefined)
    throw storeUnavailable(
      new Error(`${store.name}${store.markKey} is gone: is this the store that holds the files?`),
    )
}

/** Objects that a server was storing in pieces when it went, a day ago or more: the store keeps their pieces until it is told. */
export async function abortAbandoned(store: Store): Promise<void> {
  for await (const { key, id, changedAt } of store.listUnfinished('objects/'))
    if (changedAt.getTime() < Date.now() - ABANDONED) await store.abort(key, id)
}

interface Written {
  /** With slashes. */
  path: string
  size: number
  /** When. */
  at: number
}

/** The last is the one that was written last; of several at once, one that lies above others, as a playlist does above segments. */
const byTime = (one: Written, other: Written): number =>
  one.at - other.at || depthOf(other) - depthOf(one) || (one.path < other.path ? -1 : 1)

const depthOf = ({ path }: Written): number => path.split('/').length

/** Several at a time; the last one once all others are done: where it is, all are. */
async function inOrder(files: readonly Written[], store: (file: Written) => Promise<void>): Promise<void> {
  const sorted = files.toSorted(byTime)
  await eachOf(sorted.slice(0, -1), store, REQUESTS / 2)
  for (const last of sorted.slice(-1)) await store(last)
}

async function copyBelow(
  store: Store,
  found: AsyncIterable<StoredObject>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [source, target] = [objectKey(from), objectKey(to)]
  const files: Written[] = []
  for await (const { key, size, changedAt } of found)
    files.push({ path: key.slice(from.length), size, at: changedAt.getTime() })
  if (files.length === 0) throw new KinoraError('notFound')
  await removeAll(store, target)
  await inOrder(files, ({ path, size }) => store.copy(`${source}${path}`, `${target}${path}`, size))
}

/** Throws ENOENT where there is no such folder. */
async function filesOf(folder: string, below = ''): Promise<Written[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async entry => {
      const path = `${below}${entry.name}`
      if (entry.isDirectory()) return filesOf(folder, `${path}/`)
      const { size, mtimeMs: at } = await stat(join(folder, path))
      return [{ path, size, at }]
    }),
  )
  return found.flat()
}

/** A file of this machine becomes an object. */
export async function storeFile(
  store: Store,
  key: string,
  { path, size }: { path: string; size: number },
): Promise<void> {
  if (size <= PIECE) return store.put(key, await buffer(createReadStream(path)))
  const file = await open(path)
  try {
    const read = async (start: number, end: number) => {
      const bytes = new Uint8Array(end - start)
      await file.read(bytes, 0, bytes.byteLength, start)
      return bytes
    }
    await store.putPieces(key, slices(size, read))
  } finally {
    await file.close()
  }
}
