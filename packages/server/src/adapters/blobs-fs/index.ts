import { copyFile, link, mkdir, opendir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { en, isKinoraError, KinoraError } from '@kinora/core'
import {
  type BlobPort,
  damagedOf,
  type ExpectedParts,
  type Finished,
  type StoredObject,
} from '../../ports/blobs.ts'
import { isFolderKey, segmentsOf } from '../blob-keys.ts'
import {
  createFolder,
  exists,
  makeFolder,
  readStream,
  renameExclusive,
  roomOf,
  syncFile,
  syncFolder,
  toStorageError,
  withErrors,
  writeAtomic,
} from '../files.ts'
import { digestFile, digestParts } from './digests.ts'
import { createBlocks, createPartFiles, writeAll } from './part-files.ts'
import { receivePart } from './receive-part.ts'

/**
 * Objects as files below a folder. `objects` holds what is finished, `parts` uploads in progress (one sparse file
 * each), `scratch` the pipeline's working folders, `tmp` what is being written; all on one disk, so that a rename
 * is the moment in which an object begins to exist.
 */
export async function createFileBlobs(root: string): Promise<BlobPort> {
  const folders = {
    objects: join(root, 'objects'),
    parts: join(root, 'parts'),
    scratch: join(root, 'scratch'),
    tmp: join(root, 'tmp'),
  }
  await rm(folders.tmp, { recursive: true, force: true })
  for (const folder of Object.values(folders)) await createFolder(folder)
  const disk = guardDisk(folders.objects)
  const { assertThere, writing, reading } = disk
  const object = (key: string) => toPath(folders.objects, key)
  return {
    async put(key, bytes) {
      const target = object(key)
      await writing(key, () => writeAtomic(folders.tmp, target, bytes))
    },
    async size(key) {
      const facts = await exists(object(key))
      if (facts === undefined) await assertThere()
      return facts?.isFile() ? facts.size : undefined
    },
    async read(key, range) {
      return reading(key, () => readStream(key, object(key), range))
    },
    async touch(key) {
      const isThere = await touchFile(object(key))
      if (!isThere) await assertThere()
      return isThere
    },
    async digest(key, signal) {
      return reading(key, () => digestFile(object(key), signal))
    },
    async digests(key, partSize, signal) {
      return reading(key, () => digestParts(object(key), partSize, signal))
    },
    async copy(from, to) {
      if (isFolderKey(from)) return writing(from, () => copyBelow(folders, from, to))
      const [source, target] = [object(from), object(to)]
      await writing(from, () => copyWhole(folders.tmp, source, target))
    },
    async *list(key) {
      await assertThere()
      yield* listFiles(folders.objects, key)
    },
    async remove(key) {
      await writing(key, () => rm(object(key), { recursive: isFolderKey(key), force: true }))
    },
    parts: createParts(folders, disk),
    async local(key) {
      const path = object(key)
      if ((await exists(path)) === undefined) {
        await assertThere()
        throw new KinoraError('notFound')
      }
      return { path, release: async () => {} }
    },
    async scratch(name) {
      const path = toPath(folders.scratch, name)
      await writing(name, () => makeFolder(path))
      return { path, discard: () => rm(path, { recursive: true, force: true }) }
    },
    async adopt(prefix, folder) {
      const target = toPath(folders.objects, prefix)
      await writing(prefix, () =>
        adoptFolder({ target, folder, aside: join(folders.tmp, crypto.randomUUID()) }),
      )
    },
    free: async () => {
      await assertThere()
      return roomOf(folders.objects)
    },
    room: async () => {
      await assertThere()
      return roomOf(folders.scratch)
    },
  }
}

interface Folders {
  objects: string
  parts: string
}

/** Uploads in progress. */
function createParts(folders: Folders, { assertThere, writing }: Disk): BlobPort['parts'] {
  const opened = createPartFiles()
  const blocks = createBlocks()
  const object = (key: string) => toPath(folders.objects, key)
  const part = (key: string) => toPath(folders.parts, key)
  return {
    async write(key, { offset, bytes }) {
      const path = part(key)
      await writing(key, () =>
        opened.use(path, async file => {
          await writeAll(file.handle, bytes, offset)
          await file.sync()
        }),
      )
    },
    async receive(key, arriving) {
      const path = part(key)
      return writing(key, () => opened.use(path, file => receivePart(file, arriving, blocks)))
    },
    async finish(key, meant) {
      const [source, target] = [part(key), object(key)]
      await opened.forget(source)
      const finished = await writing(key, () => finishParts({ source, target, meant }))
      await removeEmpty(folders.parts, dirname(source))
      return finished
    },
    async abandon(key) {
      const path = part(key)
      await opened.forget(path)
      await writing(key, () => rm(path, { force: true }))
      await removeEmpty(folders.parts, dirname(path))
    },
    async *list(key) {
      await assertThere()
      yield* listFiles(folders.parts, key)
    },
  }
}

type Disk = ReturnType<typeof guardDisk>

/** Where the disk isn't mounted, what is written would lie under the place of the mount, and nothing that is stored be found. */
function guardDisk(folder: string) {
  const assertThere = async (): Promise<void> => {
    if ((await exists(folder)) === undefined) throw unreachable(folder)
  }
  return {
    assertThere,
    async writing<T>(key: string, work: () => Promise<T>): Promise<T> {
      await assertThere()
      return withErrors(key, work)
    },
    reading: <T>(key: string, work: () => Promise<T>): Promise<T> =>
      withErrors(key, work).catch(async (error: unknown) => {
        if (isKinoraError(error) && error.code === 'notFound') await assertThere()
        throw error
      }),
  }
}

const unreachable = (folder: string): KinoraError =>
  new KinoraError('server', {
    status: 503,
    retryAfter: 5,
    detail: en['error.storageGone'],
    cause: new Error(`${folder} is gone: is the disk mounted that holds the stored files?`),
  })

interface Finish {
  source: string
  target: string
  meant: ExpectedParts
}

/**
 * Turns the parts into the object, which is never replaced: a second call, at the same time or after a crash, finds it
 * there, and a part that came once more after it was finished is dropped.
 */
async function finishParts({ source, target, meant }: Finish): Promise<Finished> {
  if ((await exists(target)) !== undefined) return proveObject({ source, target, meant })
  const read = await unlessMissing(digestParts(source, meant.partSize))
  // Whoever finishes them at the same time has moved them.
  if (read === undefined && (await exists(target)) !== undefined)
    return proveObject({ source, target, meant })
  if (read === undefined) return { damaged: damagedOf([], meant) }
  const damaged = damagedOf(read.parts, meant)
  if (damaged.length > 0) {
    // Bytes that belong to no part are overwritten by none.
    if (damaged.length === meant.digests.length) await rm(source, { force: true })
    return { damaged }
  }
  await createFolder(dirname(target))
  await renameExclusive(source, target)
  await syncFolder(dirname(target))
  // Who finishes the same parts at the same time may have removed their folder.
  await syncFolder(dirname(source)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return { sha256: read.whole }
}

const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return undefined
  })

/** An object that is damaged is none; chunks go into parts. */
async function proveObject({ source, target, meant }: Finish): Promise<Finished> {
  const read = await digestParts(target, meant.partSize)
  const isWhole = damagedOf(read.parts, meant).length === 0
  await rm(isWhole ? source : target, { force: true })
  return isWhole ? { sha256: read.whole } : { damaged: damagedOf([], meant) }
}

async function copyBelow(
  { objects, tmp }: { objects: string; tmp: string },
  from: string,
  to: string,
): Promise<void> {
  const folder = join(tmp, crypto.randomUUID())
  try {
    await copyTree(toPath(objects, from), folder)
    await adoptFolder({ target: toPath(objects, to), folder, aside: join(tmp, crypto.randomUUID()) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every file of the folder is on the disk before the folder takes the place of the one before. */
async function adoptFolder(move: { target: string; folder: string; aside: string }): Promise<void> {
  if ((await exists(move.folder)) === undefined) throw new KinoraError('notFound')
  await syncFile(move.folder, { recursive: true })
  await createFolder(dirname(move.target))
  const replaced = (await exists(move.target)) !== undefined
  if (replaced) await rename(move.target, move.aside)
  await rename(move.folder, move.target)
  await syncFolder(dirname(move.target))
  if (replaced) await rm(move.aside, { recursive: true, force: true })
  await stat(move.target)
}

/** Times are those of the inode: a link that is made today is of today, however old its bytes are. */
async function* listFiles(root: string, key: string): AsyncGenerator<StoredObject> {
  const at = toPath(root, key)
  try {
    for await (const path of isFolderKey(key) ? filesBelow(at) : [at]) {
      const facts = await exists(path)
      const name = relative(root, path).split(sep).join('/')
      if (facts?.isFile()) yield { key: name, size: facts.size, changedAt: facts.ctime }
    }
  } catch (error) {
    throw toStorageError(key, error)
  }
}

/** Any change of a file's times is one of its inode. */
async function touchFile(path: string): Promise<boolean> {
  const now = new Date()
  try {
    await utimes(path, now, now)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* filesBelow(path)
      else yield path
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Removes a folder and those above it, below the root, as far as nothing is in them. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== root; at = dirname(at)) {
    const isGone = await rmdir(at).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (!isGone) return
  }
}

/** The path of an object, or of a prefix that ends in `/`. */
const toPath = (root: string, key: string): string => join(root, ...segmentsOf(key))

/** File systems that know no links, and files that have as many as they may. */
const unlinked: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/**
 * A second name for the same bytes, which costs no room: objects are never changed in place, so two names of one are
 * two objects. Where the disk knows no links the bytes are copied.
 */
async function copyWhole(tmp: string, source: string, target: string): Promise<void> {
  const path = join(tmp, crypto.randomUUID())
  try {
    await linkOrCopy(source, path)
    await createFolder(dirname(target))
    await rename(path, target)
    await syncFolder(dirname(target))
  } finally {
    // A rename onto another name of the same file does nothing at all and leaves both.
    await rm(path, { force: true })
  }
}

/** The same for every file below a folder. */
async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target)
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    await (entry.isDirectory() ? copyTree(from, to) : linkOrCopy(from, to))
  }
}

async function linkOrCopy(source: string, path: string): Promise<void> {
  try {
    await link(source, path)
  } catch (error) {
    if (!unlinked.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyFile(source, path)
    await syncFile(path, { recursive: false })
  }
}
