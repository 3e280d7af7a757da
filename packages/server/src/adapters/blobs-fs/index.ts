import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { en, isKinoraError, KinoraError } from '@kinora/core'
import type { BlobPort, StoredObject } from '../../ports/blobs.ts'
import {
  createFolder,
  exists,
  makeFolder,
  readStream,
  renameExclusive,
  syncFile,
  syncFolder,
  toStorageError,
  withErrors,
  writeAtomic,
} from '../files.ts'
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
      const path = isFolderKey(key) ? toFolderPath(folders.objects, key) : object(key)
      await writing(key, () => rm(path, { recursive: isFolderKey(key), force: true }))
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
      const target = toFolderPath(folders.objects, prefix)
      await writing(prefix, () =>
        adoptFolder({ target, folder, aside: join(folders.tmp, crypto.randomUUID()) }),
      )
    },
    async free() {
      await assertThere()
      const facts = await statfs(folders.objects)
      return facts.bavail * facts.bsize
    },
  }
}

interface Folders {
  objects: string
  parts: string
}

/** Uploads in progress. */
function createParts(folders: Folders, { assertThere, writing, reading }: Disk): BlobPort['parts'] {
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
    async digests(key, partSize, signal) {
      const arriving = part(key)
      return reading(key, async () =>
        digestParts((await exists(arriving)) === undefined ? object(key) : arriving, partSize, signal),
      )
    },
    async finish(key, size) {
      const [source, target] = [part(key), object(key)]
      await opened.forget(source)
      await writing(key, () => finishParts({ key, source, target, size }))
      await removeEmpty(folders.parts, dirname(source))
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

/**
 * Turns the parts into the object, which is never replaced: a second call, at the same time or after a crash, finds it
 * there, and a part that came once more after it was finished is dropped.
 */
async function finishParts(move: {
  key: string
  source: string
  target: string
  size: number
}): Promise<void> {
  const [parts, whole] = [await exists(move.source), await exists(move.target)]
  if (whole?.size === move.size) return rm(move.source, { force: true })
  if (parts === undefined) throw new KinoraError('notFound')
  if (parts.size !== move.size) throw new Error(`${move.key} has ${parts.size} bytes of ${move.size}`)
  await createFolder(dirname(move.target))
  await renameExclusive(move.source, move.target)
  await syncFolder(dirname(move.target))
  // Who finishes the same parts at the same time may have removed their folder.
  await syncFolder(dirname(move.source)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function copyBelow(
  { objects, tmp }: { objects: string; tmp: string },
  from: string,
  to: string,
): Promise<void> {
  const folder = join(tmp, crypto.randomUUID())
  try {
    await copyTree(toFolderPath(objects, from), folder)
    await adoptFolder({ target: toFolderPath(objects, to), folder, aside: join(tmp, crypto.randomUUID()) })
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
  try {
    for await (const path of isFolderKey(key) ? filesBelow(toFolderPath(root, key)) : [toPath(root, key)]) {
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

/** What a key may be made of: no separator but `/`, no `.` or `..`, nothing that a file system reads in its own way. */
const segment = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}$/

const isFolderKey = (key: string): boolean => key.endsWith('/')

/** The path of an object; a key that isn't one is refused, so no key reaches a file outside the root. */
function toPath(root: string, key: string): string {
  const segments = key.split('/')
  if (key.length > 900 || !segments.every(each => segment.test(each))) throw new KinoraError('notFound')
  return join(root, ...segments)
}

/** The path of a prefix that ends in `/`. */
function toFolderPath(root: string, prefix: string): string {
  return toPath(root, prefix.replace(/\/$/, ''))
}

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

/** SHA-256 of a file, read piece by piece. */
async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash, { signal })
  return hash.digest('hex')
}

/**
 * The same of the whole and of each part of it, in one go: the next part is on its way from the disk while one is hashed, and
 * Node's own threads hash parts beside the whole. Two parts are in memory, whatever the size of the file.
 */
async function digestParts(
  path: string,
  partSize: number,
  signal?: AbortSignal,
): Promise<{ whole: string; parts: string[] }> {
  const whole = createHash('sha256')
  const parts: string[] = []
  const file = await open(path)
  const [even, odd] = [new Uint8Array(partSize), new Uint8Array(partSize)]
  try {
    let coming = readWhole(file, even, 0)
    for (let number = 0; ; number += 1) {
      const part = await coming
      if (part.byteLength === 0) break
      coming = readWhole(file, number % 2 === 0 ? odd : even, (number + 1) * partSize)
      coming.catch(() => undefined)
      signal?.throwIfAborted()
      const digest = crypto.subtle.digest('SHA-256', part)
      whole.update(part)
      parts.push(Buffer.from(await digest).toString('hex'))
    }
    return { whole: whole.digest('hex'), parts }
  } finally {
    await file.close()
  }
}

/** Fills the buffer from there on; what comes back is shorter where the file ends. */
async function readWhole(file: FileHandle, buffer: Uint8Array<ArrayBuffer>, position: number) {
  let filled = 0
  while (filled < buffer.byteLength) {
    const { bytesRead } = await file.read(buffer, filled, buffer.byteLength - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
